import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkAll } from '../../src/modules/audit/chain/linker.ts';
import { insertVerifications } from '../../src/modules/identity/audit/verifications.ts';
import { Database } from '../../src/platform/db/database.ts';
import { bareSample, openAudit, sample, type TestAudit } from '../support/audit.ts';
import { report, seeded } from '../support/process.ts';

const WRITERS = 50;
const CALLS = 5;
const LINKERS = 4;
const KILLS = 30;

let audit: TestAudit;
beforeAll(async () => void (audit = await openAudit(WRITERS + 1)));
afterAll(() => audit.close());

test(`links every committed row exactly once while ${WRITERS} callers write or roll back and linkers are killed`, async () => {
  const random = seeded('audit');
  const orgIds = [await audit.org(), await audit.org()];
  const committed: string[] = [];
  const rolledBack: string[] = [];
  const refused = new Error('rolled back');

  const writer = async (): Promise<void> => {
    for (let call = 0; call < CALLS; call += 1) {
      const orgId = orgIds[random.below(orgIds.length)]!;
      const { record, envelope } = random.below(2) ? sample(orgId) : bareSample(orgId);
      const fails = random.below(4) === 0;
      await audit.db
        .transaction(async (tx) => {
          await insertVerifications(tx, [{ record, envelope }]);
          if (fails) throw refused;
        })
        .catch((error: unknown) => {
          if (error !== refused) throw error;
        });
      (fails ? rolledBack : committed).push(record.id);
    }
  };

  // Each linker has its own pool, as in separate processes.
  const databases = Array.from(
    { length: LINKERS },
    () =>
      new Database({
        connection: { connectionString: audit.url },
        poolSize: 2,
        statementTimeoutMs: 30_000,
        onIdleError: () => {},
      }),
  );
  const state = { done: false, cut: 0 };
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const linker = async (db: Database): Promise<void> => {
    while (!state.done) await linkAll(db, log).catch(() => (state.cut += 1));
  };
  // This kills any linker's transaction, between statements or during one.
  const killer = async (): Promise<void> => {
    while (state.cut < KILLS) {
      await sleep(random.below(20));
      await audit.attacker.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
             AND (query LIKE '%pg_try_advisory_xact_lock%' OR query LIKE '%WITH head%' OR query LIKE '%INTO audit_links%')
           LIMIT 1`,
      );
    }
  };

  // A check sees one moment, so it finds nothing while rows and links are added.
  let checks = 0;
  const checker = async (): Promise<void> => {
    for (; !state.done; checks += 1)
      for (const { problems } of Object.values((await audit.verify()).organizations))
        expect(problems).toEqual({});
  };

  const others = [...databases.map(linker), checker()];
  // Kills and writes continue until there were enough kills.
  const killed = killer().then(() => (state.done = true));
  try {
    for (let round = 0; round === 0 || !state.done; round += 1)
      await Promise.all(Array.from({ length: WRITERS }, writer));
    await killed;
    await Promise.all(others);
  } finally {
    state.done = true;
    state.cut = Math.max(state.cut, KILLS);
    await Promise.allSettled([...others, killed]);
    for (const db of databases) await db.close();
  }

  const links = async () =>
    (
      await audit.attacker.query<{ ids: string[] }>(
        'SELECT row_ids AS ids FROM audit_links ORDER BY org_id, seq',
      )
    ).rows;
  const during = (await links()).length;
  await audit.link();
  const all = await links();
  report(
    `audit: ${checks} checks, ${committed.length} committed, ${rolledBack.length} rolled back, ${state.cut} linkers cut, ` +
      `${during} links meanwhile, ${all.length} in the end`,
  );
  // Two linkers never wrote the same link: that would be a warning.
  expect(lines).toEqual([]);
  expect(rolledBack.length).toBeGreaterThan(0);
  expect(during).toBeGreaterThan(orgIds.length);
  expect(all.flatMap((link) => link.ids).toSorted()).toEqual(committed.toSorted());
  const { ok, organizations } = await audit.verify();
  expect([ok, Object.values(organizations).map(({ pending }) => pending)]).toEqual([true, [0, 0]]);
});
