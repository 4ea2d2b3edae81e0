import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { eventually, seeded } from '../../../../test/support/process.ts';
import {
  removeDue,
  RetentionClient,
  removeOn,
  switchOn,
} from '../../../../test/support/retention.ts';
import { whereSpread } from '../../../../test/support/servers/is-spread.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import { nextSize } from './run.ts';

const SPREAD = whereSpread('a removal next to other sessions', 'they use one database');
const app = testApp({ rateLimits: undefined, role: 'api' });
let client: RetentionClient;
beforeEach(async () => {
  client = await RetentionClient.of(app);
  await switchOn(app, {});
  await switchOn(app, { screenings: 100 });
});

async function sum(): Promise<number> {
  return (await client.removals()).reduce((total, [, count]) => total + count, 0);
}

/** Returns a pool that tests may cut. */
function apart(): Database {
  return new Database({
    connection: { connectionString: asOwner(app.databaseUrl) },
    poolSize: 2,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
}

async function owner(): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: asOwner(app.databaseUrl) });
  session.on('error', () => {});
  await session.connect();
  return session;
}

test('a part becomes larger or smaller depending on the time that it takes', () => {
  expect(nextSize(100, 25)).toBe(100);
  expect(nextSize(100, 12.5)).toBe(200);
  expect(nextSize(100, 1)).toBe(200);
  expect(nextSize(100, 50)).toBe(50);
  expect(nextSize(100, 10_000)).toBe(50);
  expect(nextSize(10, 10_000)).toBe(10);
  expect(nextSize(900, 1)).toBe(1000);
});

describe('a removal', () => {
  test('stops at a signal, and the next one continues', async () => {
    await client.screenings(500, 400);
    const stopped = AbortSignal.abort();
    expect(await removeOn(await client.db(), stopped)).toBe(0);
    expect(await removeDue(app)).toBe(500);
  });

  test.skipIf(SPREAD)(
    'skips rows that another transaction has locked, and takes them later',
    async () => {
      const [locked] = await client.screenings(5, 400);
      const blocker = await owner();
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM screenings WHERE id = $1 FOR UPDATE', [locked]);
      expect(await removeDue(app)).toBe(4);
      expect(await client.ids('screenings')).toEqual([locked]);
      await blocker.query('ROLLBACK');
      await blocker.end();
      expect(await removeDue(app)).toBe(1);
    },
  );

  test.skipIf(SPREAD)(
    'by several processes, while others write, removes and counts each record once',
    async () => {
      await client.screenings(600, 400);
      const state = { writing: true };
      let written = 0;
      const writer = async (): Promise<void> => {
        while (state.writing) {
          written += (await client.screenings(1, 1)).length;
          await client.ask(200, 'POST', '/fraud/screen', { body: { name: 'Ada Obi' } });
          written += 1;
        }
      };
      const writes = writer();
      const pools = [apart(), apart(), apart()];
      const removed = await Promise.all(pools.map((db) => removeOn(db)));
      state.writing = false;
      await writes;
      await Promise.all(pools.map((db) => db.close()));
      await removeDue(app);
      expect(removed.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(600);
      expect(await sum()).toBe(600);
      expect(await client.ids('screenings')).toHaveLength(written);
    },
  );

  test.skipIf(SPREAD)(
    'that is killed between any two statements has removed exactly the records that its rows in the log count',
    async () => {
      const count = cases(1500, 3000);
      await client.screenings(count, 400);
      const random = seeded('retention');
      const killer = await owner();
      const state = { left: count, cuts: 0, running: false };
      const kill = () =>
        killer.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
           AND (query LIKE '%seen AS MATERIALIZED%' OR query LIKE '%''retention ''%' OR query LIKE '%INTO audit_actions%'
             OR query LIKE '%legal_holds%')`,
        );
      while (state.left > 0 && state.cuts < cases(8, 25)) {
        const db = apart();
        state.running = true;
        const removing = removeOn(db)
          .catch((error: unknown) => {
            if (!isUnavailable(error)) throw error;
            state.cuts += 1;
          })
          .finally(() => (state.running = false));
        while (state.running) {
          await sleep(random.below(20));
          await kill();
        }
        await removing;
        await db.close();
        state.left = (await client.ids('screenings')).length;
        expect(await sum()).toBe(count - state.left);
      }
      await killer.end();
      expect(state.cuts).toBeGreaterThan(0);
      await removeDue(app);
      expect([await client.ids('screenings'), await sum()]).toEqual([[], count]);
    },
  );
});

describe('a hold that is set during a removal', () => {
  test('waits for the part in progress, and keeps every row that exists when the hold commits', async () => {
    const subjects = ['customer-1', 'customer-2', 'customer-3', 'customer-4'];
    for (const subject of subjects) await client.screenings(400, 400, subject);
    const removing = removeDue(app);
    const kept: string[] = [];
    for (const subject of subjects.slice(0, 3)) {
      await client.hold({ kind: 'subject', objectId: subject });
      const db = await client.db();
      const { rows } = await db.query(
        'SELECT id FROM screenings WHERE org_id = $1 AND subject_id = $2',
        [client.org.id, subject],
      );
      kept.push(...rows.map(({ id }) => id));
    }
    await removing;
    await removeDue(app);
    expect(kept.length).toBeGreaterThan(0);
    expect(await client.ids('screenings')).toEqual(kept.toSorted());
    expect(await sum()).toBe(1600 - kept.length);
  });

  test.skipIf(SPREAD)(
    'is not answered while a part that takes its records has not committed',
    async () => {
      await client.screenings(20, 400, 'customer-1');
      const blocker = await owner();
      // The part has removed a record, and waits before it writes its row into the log.
      await blocker.query(`
      CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$;
      CREATE TRIGGER stall AFTER DELETE ON screenings FOR EACH ROW EXECUTE FUNCTION stall();
      SELECT pg_advisory_lock(4711)`);
      const removing = removeDue(app);
      await eventually(async () => {
        const { rowCount } = await blocker.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%seen AS MATERIALIZED%'`,
        );
        return rowCount! > 0;
      });
      let answered = false;
      const holding = client
        .hold({ kind: 'subject', objectId: 'customer-1' })
        .then(() => (answered = true));
      await sleep(200);
      expect(answered).toBe(false);
      await blocker.query('SELECT pg_advisory_unlock(4711)');
      expect(await removing).toBe(20);
      await holding;
      await blocker.query('DROP FUNCTION stall CASCADE');
      await blocker.end();
      const later = await client.screenings(3, 400, 'customer-1');
      expect(await removeDue(app)).toBe(0);
      expect(await client.ids('screenings')).toEqual(later);
    },
  );
});
