import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import pg from 'pg';
import { Registry } from 'prom-client';
import { asOwner } from '../../../../test/support/database.ts';
import { openAudit, sample, type TestAudit } from '../../../../test/support/audit.ts';
import { eventually } from '../../../../test/support/process.ts';
import { firstRunSemaphore, startJobs } from '../../../platform/background/jobs.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import { insertVerifications } from '../../identity/audit/verifications.ts';
import { jobs } from '../jobs.ts';
import { linkAll } from './linker.ts';

let audit: TestAudit;
beforeAll(async () => void (audit = await openAudit(20)));
afterAll(() => audit.close());

type Link = { seq: number; row_ids: string[] };
async function linksOf(orgId: string): Promise<Link[]> {
  return (
    await audit.attacker.query<Link>(
      'SELECT seq, row_ids FROM audit_links WHERE org_id = $1 ORDER BY seq',
      [orgId],
    )
  ).rows;
}

async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: asOwner(audit.url) });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Sessions of linkers that wait for a lock. */
async function waiting(): Promise<number[]> {
  return (
    await audit.attacker.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO audit_links%'`,
    )
  ).rows.map((row) => row.pid);
}

test('links rows in order, one link per run, each organization separately', async () => {
  const [a, b] = [await audit.org(), await audit.org()];
  const first = await audit.write(a, 3);
  await audit.link();
  const ofB = await audit.write(b, 1);
  const second = await audit.write(a, 2);
  await audit.link();
  await audit.link();
  expect(await linksOf(a)).toEqual([
    { seq: 1, row_ids: first },
    { seq: 2, row_ids: second },
  ]);
  expect(await linksOf(b)).toEqual([{ seq: 1, row_ids: ofB }]);
  expect((await audit.verify()).ok).toBe(true);
});

test('continues immediately while rows are left, with at most 1000 rows per link', async () => {
  const orgId = await audit.org();
  await audit.attacker.query(
    `INSERT INTO identity_verifications (org_id, id, subject_id, kind, country, status, metadata, verified_at, row_hash)
     SELECT $1, 'verification_' || lpad(i::text, 5, '0'), 's', 'bvn', 'NG', 'failed', '{}', now(), sha256('x')
     FROM generate_series(1, 2500) i`,
    [orgId],
  );
  await audit.attacker.query(
    'INSERT INTO audit_unlinked SELECT org_id, id FROM identity_verifications WHERE org_id = $1',
    [orgId],
  );
  await audit.link();
  const sizes = (await linksOf(orgId)).map((link) => link.row_ids.length);
  expect(sizes).toEqual([1000, 1000, 500]);
  // The rows are linked unchanged, so the hashes do not match the rows, and the check also finds a later change of
  // both.
  const { organizations } = await audit.verify({ orgId });
  expect(Object.keys(organizations[orgId]!.problems)).toEqual(['row_changed']);
});

test('continues past any number of waiting entries without a row', async () => {
  const orgId = await audit.org();
  await audit.attacker.query(
    `INSERT INTO audit_unlinked SELECT $1, 'verification_0' || i FROM generate_series(1, 2000) i`,
    [orgId],
  );
  const ids = await audit.write(orgId, 2);
  await audit.link();
  expect(await linksOf(orgId)).toEqual([{ seq: 1, row_ids: ids }]);
});

test('an uncommitted call blocks neither the linker nor another call', async () => {
  const orgId = await audit.org();
  const late = sample(orgId);
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let inserted = () => {};
  const written = new Promise<void>((resolve) => (inserted = resolve));
  const open = audit.db.transaction(async (tx) => {
    await insertVerifications(tx, [late]);
    inserted();
    await finished;
  });
  await written;
  const ids = await audit.write(orgId, 2);
  await audit.link();
  expect(await linksOf(orgId)).toEqual([{ seq: 1, row_ids: ids }]);
  finish();
  await open;
  await audit.link();
  expect((await linksOf(orgId)).at(-1)).toEqual({ seq: 2, row_ids: [late.record.id] });
  expect((await audit.verify({ orgId })).ok).toBe(true);
});

test('a linker that dies between its statements leaves nothing behind and does not block another linker', async () => {
  const [stuck, other] = [await audit.org(), await audit.org()];
  const ids = await audit.write(stuck, 2);
  const blocker = await session();
  await blocker.query('BEGIN; LOCK TABLE audit_links IN SHARE MODE');
  // This session holds the organization's lock, has read, and waits to write.
  const dying = audit.link().catch((error: unknown) => error);
  await eventually(async () => (await waiting()).length > 0);
  const [pid] = await waiting();
  // A second linker skips the organization, and calls are not delayed.
  await audit.link();
  ids.push(...(await audit.write(stuck, 2)));
  await audit.write(other, 1);
  await audit.attacker.query('SELECT pg_terminate_backend($1)', [pid]);
  expect(isUnavailable(await dying)).toBe(true);
  await blocker.query('ROLLBACK');
  await blocker.end();
  expect(await linksOf(stuck)).toEqual([]);
  await audit.link();
  expect(await linksOf(stuck)).toEqual([{ seq: 1, row_ids: ids }]);
  expect((await audit.verify({ orgId: stuck })).ok).toBe(true);
});

test('reports an organization that cannot be linked, and links the others', async () => {
  const orgs = [await audit.org(), await audit.org()].toSorted();
  const [broken = '', sound = ''] = orgs;
  for (const orgId of orgs) await audit.write(orgId, 1);
  await audit.attacker.query(
    `ALTER TABLE audit_links ADD CONSTRAINT broken CHECK (org_id <> '${broken}')`,
  );
  const lines: string[] = [];
  await linkAll(audit.db, pino({}, { write: (line: string) => void lines.push(line) }));
  expect(lines.join('')).toContain(broken);
  expect(lines).toHaveLength(1);
  expect([(await linksOf(broken)).length, (await linksOf(sound)).length]).toEqual([0, 1]);
  await audit.attacker.query('ALTER TABLE audit_links DROP CONSTRAINT broken');
  await audit.link();
  for (const orgId of orgs) {
    expect(await linksOf(orgId)).toHaveLength(1);
    expect((await audit.verify({ orgId })).ok).toBe(true);
  }
});

test('the job links rows until it is stopped', async () => {
  const orgId = await audit.org();
  const log = pino({ level: 'silent' });
  const { db } = audit;
  const services = { db, log, auditStream: undefined };
  const linking = jobs.filter(({ name }) => name === 'audit-links');
  const running = startJobs(linking, services, {
    db,
    log,
    registry: new Registry(),
    firstRuns: firstRunSemaphore(),
  });
  await audit.write(orgId, 1);
  await eventually(async () => (await linksOf(orgId)).length === 1);
  await running.stop();
  await audit.write(orgId, 1);
  expect((await audit.verify({ orgId })).organizations[orgId]).toMatchObject({ pending: 1 });
});
