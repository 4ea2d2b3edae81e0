import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { TEST_SECRET } from '../../../../test/support/app.ts';
import { ErasureClient, SUBJECT } from '../../../../test/support/erasure-client.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { within } from '../../../../test/support/within.ts';
import { heldCases } from '../../cases/index.ts';
import type { Stores } from '../../exports/index.ts';
import { MODULES } from '../../index.ts';
import { recordClassesOf, tablesOf } from '../../module.ts';
import { verifyAudit } from '../../audit/index.ts';
import type { Database } from '../../../platform/db/database.ts';
import { continueErasure, type EraseTools } from './erase.ts';
import { ErasureList } from './list.ts';
import { erasedTablesOf } from './order.ts';
import { repeatErasures } from './repeat.ts';

const folder = await mkdtemp(join(tmpdir(), 'oriki-erasures-'));
/** Without a worker, so that only the test erases. */
const app = testApp({ role: 'api', rateLimits: undefined, erasureFolder: folder });
afterAll(() => rm(folder, { recursive: true }));

class Crash extends Error {}

/**
 * @param left the number of transactions and writes outside of the database after which the process dies
 * @param parts gets the milliseconds of each transaction
 */
function toolsOf(own: Database, left = { n: Infinity }, parts: number[] = []): EraseTools {
  const step = (): void => {
    if (left.n-- <= 0) throw new Crash();
  };
  const db = new Proxy(own, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (name === 'transaction')
        return async (...args: Parameters<Database['transaction']>) => {
          step();
          const beganMs = performance.now();
          const result = await target.transaction(...args);
          parts.push(performance.now() - beganMs);
          return result;
        };
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const list = new ErasureList(folder);
  const add = list.add.bind(list);
  list.add = async (one) => {
    step();
    await add(one);
  };
  return {
    db,
    list,
    files: {} as Stores,
    tables: erasedTablesOf(tablesOf(MODULES)),
    recordClasses: recordClassesOf(MODULES),
    heldCases,
    secret: TEST_SECRET,
    isStreamed: false,
    subjectKeys: undefined,
    async sign() {
      step();
      return { sha256: 'a', signature: 'b' };
    },
  };
}

async function begun() {
  const client = await ErasureClient.of(app);
  await client.fillAll();
  const { id } = await client.erase(await client.privacyOfficer());
  const own = await app.dbOf(client.org.id);
  return { client, id, own, orgId: client.org.id };
}

describe('an erasure', () => {
  test('continues after a crash between any two of its transactions', async () => {
    const { client, id, own, orgId } = await begun();
    let crashes = 0;
    for (let outcome: string | undefined; outcome !== 'done';) {
      outcome = await continueErasure(toolsOf(own, { n: crashes }), orgId, id).catch(
        (error: unknown) => {
          if (!(error instanceof Crash)) throw error;
          crashes += 1;
          return undefined;
        },
      );
    }
    expect(crashes).toBeGreaterThan(20);
    expect(await client.left(app.db)).toEqual([]);
    const { organizations } = await verifyAudit(app.db, { orgId });
    expect(organizations[orgId]!.problems).toEqual({});
    const { receipt } = await client.done(id);
    const counts = Object.fromEntries(
      receipt.erased.map((one: { table: string; count: number }) => [one.table, one.count]),
    );
    expect(counts).toMatchObject({ screenings: 7, cases: 1, case_notes: 9 });
  });

  test('done by several processes at once counts each row once', async () => {
    const { client, id, own, orgId } = await begun();
    const work = async (): Promise<void> => {
      while ((await continueErasure(toolsOf(own), orgId, id)) === 'busy')
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await Promise.all([work(), work(), work()]);
    const { receipt } = await client.done(id);
    const found = receipt.erased.find((one: { table: string }) => one.table === 'screenings');
    expect(found.count).toBe(7);
  });

  test('stops while a later hold keeps the records, and shows it', async () => {
    const { client, id, own, orgId } = await begun();
    const hold = { kind: 'organization', reason: 'The court asked for all records.' };
    const { id: holdId } = await client.ask('POST', '/legal-holds', hold);
    expect(await continueErasure(toolsOf(own), orgId, id)).toBe('held');
    const path = `/subjects/${SUBJECT}/erasures/${id}`;
    expect((await client.ask('GET', path)).status).toBe('held');
    await client.ask('POST', `/legal-holds/${holdId}/lift`);
    expect(await continueErasure(toolsOf(own), orgId, id)).toBe('done');
  });

  test('of 10,000 rows takes less than two seconds, in short parts', async () => {
    const { client, id, own, orgId } = await begun();
    await own.query(
      `INSERT INTO screenings SELECT (made.one).* FROM (
         SELECT jsonb_populate_record(s, jsonb_build_object('id', 'screening_01kf3v' || lpad(n::text, 20, '0'))) AS one
         FROM screenings s, generate_series(1, 9000) n
         WHERE s.id = (SELECT min(id) FROM screenings WHERE org_id = $1)) AS made`,
      [orgId],
    );
    await own.query(
      `INSERT INTO case_notes (org_id, case_id, id, envelope, author_kind, author_id)
       SELECT org_id, case_id, 'note_' || n, envelope, author_kind, author_id
       FROM (SELECT * FROM case_notes WHERE org_id = $1 LIMIT 1) AS c, generate_series(1, 1000) n`,
      [orgId],
    );
    const parts: number[] = [];
    const beganMs = performance.now();
    expect(await continueErasure(toolsOf(own, undefined, parts), orgId, id)).toBe('done');
    const tookMs = performance.now() - beganMs;
    expect(tookMs).toBeLessThan(within(2000));
    // A busy machine may delay one of twenty parts.
    const longest = parts.toSorted((a, b) => b - a)[Math.ceil(parts.length / 20)];
    expect(longest).toBeLessThan(within(50));
    const { receipt } = await client.done(id);
    const found = receipt.erased.find((one: { table: string }) => one.table === 'screenings');
    expect(found.count).toBe(9007);
  });

  test('on the list is not repeated once it is done, and one of an unknown organization is skipped', async () => {
    const { id, own, orgId } = await begun();
    expect(await continueErasure(toolsOf(own), orgId, id)).toBe('done');
    const list = new ErasureList(folder);
    await list.add({
      id: id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')),
      organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
      subjectId: SUBJECT,
      requestedBy: 'usr_1',
      approvalId: null,
      reasonCode: 'other',
      requestedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(await repeatErasures(app.db, toolsOf(own))).toBe(0);
  });
});
