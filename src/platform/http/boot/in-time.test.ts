import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  startTestApp,
  type Answer,
  type TestApp,
  type TestOrg,
} from '../../../../test/support/app.ts';
import { asOwner, FOUND } from '../../../../test/support/database.ts';
import { whereSpread } from '../../../../test/support/servers/is-spread.ts';
import { MODULES } from '../../../modules/index.ts';
import { routesIn } from '../../../modules/module.ts';
import { limitOf } from './in-time.ts';

const LIMIT_MS = 1000;
/** The limit, and time for the cancel request on a busy machine. */
const LATEST_MS = 5000;
const IS_SPREAD = whereSpread('deadlines of requests', 'it locks tables of one database');

let app: TestApp;
let org: TestOrg;
let holder: pg.Client;
beforeAll(async () => {
  app = await startTestApp({ requestDeadlineMs: LIMIT_MS, databasePoolSize: 3 });
  org = await app.org();
  holder = new pg.Client({ connectionString: asOwner(app.databaseUrl) });
  await holder.connect();
  await holder.query(`SET search_path = ${FOUND}`);
});
afterEach(() => holder.query('ROLLBACK'));
afterAll(async () => {
  await holder.end();
  await app.stop();
});

const BVN = {
  subjectId: 'late',
  bvn: '22222222221',
  matchAgainst: { firstName: 'Ada', lastName: 'Obi' },
};
const LIST = { name: 'a list', kind: 'tenant_blocklist', source: 'late' };

function send(
  method: string,
  path: string,
  body?: object,
  idempotencyKey?: string,
): Promise<Answer> {
  return app.call(method, `/api/v1${path}`, {
    key: org.key,
    ...(body && { body }),
    ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
  });
}

async function count(table: string): Promise<number> {
  const { rows } = await holder.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} WHERE org_id = $1`,
    [org.id],
  );
  return rows[0]!.n;
}

test.skipIf(IS_SPREAD).for([
  ['a read', 'screening_lists', 'GET', '/fraud/lists', undefined, undefined],
  ['a write', 'audit_actions', 'POST', '/fraud/lists', LIST, undefined],
  ['a write with an idempotency key', 'audit_actions', 'POST', '/fraud/lists', LIST, 'late-1'],
  ['a verification', 'identity_verifications', 'POST', '/identity/verify-bvn', BVN, undefined],
  [
    'a verification with a key',
    'identity_verifications',
    'POST',
    '/identity/verify-bvn',
    BVN,
    'late-2',
  ],
  ['a screening', 'screenings', 'POST', '/fraud/screen', { name: 'Ada Obi' }, undefined],
] as const)(
  'answers %s that waits for a lock with 503 at its deadline',
  async ([, table, method, path, body, key]) => {
    const before = await Promise.all(['screening_lists', 'identity_verifications'].map(count));
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const beganMs = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => send(method, path, body, key)),
    );
    expect(performance.now() - beganMs).toBeLessThan(LATEST_MS);
    for (const { status, headers, body: answered } of answers) {
      const inFlight = key !== undefined && answered.error.code === 'IDEMPOTENCY_UNAVAILABLE';
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      if (!inFlight) expect(answered.error.code).toBe('SERVICE_UNAVAILABLE');
    }
    expect(answers.some(({ body: { error } }) => error.code === 'SERVICE_UNAVAILABLE')).toBe(true);
    // Other requests find free connections while the lock is held.
    const others = await Promise.all(
      Array.from({ length: 6 }, () => send('GET', '/threads/inbox?userId=u')),
    );
    expect(others.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await holder.query('ROLLBACK');
    expect(await Promise.all(['screening_lists', 'identity_verifications'].map(count))).toEqual(
      before,
    );
    if (key !== undefined)
      await expect.poll(async () => (await send(method, path, body, key)).status).toBeLessThan(300);
  },
);

test('limits every route but streams; routes that write or read much have 15 minutes', () => {
  const routes = routesIn(MODULES);
  const having = (limit: number | undefined): string[] =>
    routes.filter((one) => limitOf(one, 30_000) === limit).map((one) => one.operationId);
  const streams = routes.filter((one) => 'stream' in one).map((one) => one.operationId);
  expect(streams.length).toBeGreaterThan(0);
  expect(having(undefined)).toEqual(streams);
  const batches = ['screenNames', 'enrolSubjects', 'importGlobalList', 'importScreeningEntries'];
  expect(having(900_000)).toEqual(expect.arrayContaining(batches));
  const usual = ['verifyBvn', 'matchFaces', 'screenName', 'createScreeningList'];
  expect(having(30_000)).toEqual(expect.arrayContaining(usual));
});
