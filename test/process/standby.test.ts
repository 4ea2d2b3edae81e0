import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, cleanUp } from '../support/process.ts';
import { startPair, type Pair } from '../support/standby.ts';
import { Database } from '../../src/platform/db/database.ts';
import { checkReplication } from '../../src/start/doctor/replication.ts';
import { startTestApp, type Answer, type TestApp, type TestOrg } from '../support/app.ts';
import { within } from '../support/within.ts';

/** The promised limit of an answer without a standby, and of finding a promoted one. */
const SOON_MS = 5000;

let pair: Pair;
let app: TestApp;
let org: TestOrg;
beforeEach(async () => {
  pair = await startPair();
  const { primary, standby } = pair;
  app = await startTestApp(
    { databaseUrl: `${pair.url(primary, standby)}?target_session_attrs=read-write` },
    pair.url(primary),
  );
  org = await app.org();
  await pair.beSynchronous();
}, within(120_000));
afterEach(async () => {
  await app.stop().finally(() => pair.end());
  await cleanUp();
}, within(60_000));

function send(method: string, path: string, body?: object, key?: string): Promise<Answer> {
  return app.call(method, path, {
    key: org.key,
    ...(body && { body }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

function newList(source: string, key?: string): Promise<Answer> {
  const body = { name: source, kind: 'tenant_blocklist', source };
  return send('POST', '/api/v1/fraud/lists', body, key);
}

async function lists(): Promise<string[]> {
  const { status, body } = await send('GET', '/api/v1/fraud/lists');
  expect(status).toBe(200);
  return body.data.lists.map(({ source }: { source: string }) => source).toSorted();
}

async function ready(): Promise<unknown> {
  const { status, body } = await app.call('GET', '/readyz');
  return [status, body.data];
}

/** Sends a request, and expects an answer within the promised time. */
async function soon(ask: () => Promise<Answer>): Promise<[number, string | undefined]> {
  const beganMs = performance.now();
  const { status, body, headers } = await ask();
  expect(performance.now() - beganMs, 'timing: answer').toBeLessThan(within(SOON_MS));
  if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/);
  return [status, body.error?.code];
}

test('without its synchronous standby, writes soon get 503, and reads continue', async () => {
  expect(await newList('before', 'k0')).toMatchObject({ status: 201 });
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  await pair.standby.crash();

  const first = await Promise.all(
    [
      'k1',
      undefined,
      'k2',
      undefined,
      'k3',
      undefined,
      'k4',
      undefined,
      'k5',
      'k6',
      'k7',
      'k8',
    ].map((key, i) => soon(() => newList(`away-${i}`, key))),
  );
  expect(new Set(first.map(([status, code]) => `${status} ${code}`))).toEqual(
    new Set(['503 SERVICE_UNAVAILABLE']),
  );
  // PostgreSQL has committed the writes that waited, although the callers did not know the outcome.
  const there = await lists();
  expect(there).toEqual(expect.arrayContaining(['away-0', 'before']));

  // A repeat is not answered from a record that no standby has.
  expect(await soon(() => newList('away-0', 'k1'))).toEqual([503, 'IDEMPOTENCY_UNAVAILABLE']);
  expect(await soon(() => newList('before', 'k0'))).toEqual([503, 'IDEMPOTENCY_UNAVAILABLE']);
  expect(await soon(() => newList('other'))).toEqual([503, 'SERVICE_UNAVAILABLE']);
  const bvn = {
    subjectId: 's',
    bvn: '22222222221',
    matchAgainst: { firstName: 'A', lastName: 'B' },
  };
  for (const key of [undefined, 'k9'])
    expect(await soon(() => send('POST', '/api/v1/identity/verify-bvn', bvn, key))).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
    ]);
  expect(await lists()).toEqual(there);
  expect(await ready()).toEqual([200, { status: 'ready', writes: 'no standby confirms them' }]);
  const { rows } = await app.service.metrics.registry
    .getSingleMetricAsString('oriki_commits_unconfirmed_total')
    .then((text) => ({ rows: Number(/ (\d+)$/m.exec(text)?.[1]) }));
  expect(rows).toBeGreaterThan(0);
  // However many requests there were, one commit of each pool waits, and perhaps one of background work.
  const waiting = await pair.primary.ask(
    "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
  );
  expect(waiting.length).toBeLessThanOrEqual(6);

  await pair.standby.start();
  await eventually(async () => (await newList('away-0', 'k1')).status === 201);
  const repeated = await newList('away-0', 'k1');
  expect([repeated.status, repeated.headers.get('idempotency-replayed') !== null]).toEqual([
    201,
    true,
  ]);
  expect((await lists()).filter((source) => source === 'away-0')).toEqual(['away-0']);
  expect(await ready()).toEqual([200, { status: 'ready' }]);
});

test('finds a promoted standby by itself, and discards writes that the standby had not confirmed', async () => {
  const kept: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    expect((await newList(`kept-${i}`)).status).toBe(201);
    kept.push(`kept-${i}`);
  }
  await pair.standby.crash();
  expect(await soon(() => newList('lost', 'k1'))).toEqual([503, 'SERVICE_UNAVAILABLE']);
  await pair.primary.crash();
  await pair.standby.start();
  await pair.standby.ask('SELECT pg_promote()');
  const promotedMs = performance.now();
  await eventually(async () => (await newList('after')).status === 201);
  expect(performance.now() - promotedMs, 'timing: found').toBeLessThan(within(SOON_MS));
  expect(await lists()).toEqual(['after', ...kept].toSorted());
  // The request is executed again, because the server that had its record is gone.
  expect((await newList('lost', 'k1')).status).toBe(201);
  await eventually(
    async () =>
      (
        await pair.standby.ask(
          "SELECT FROM pg_stat_activity WHERE application_name = 'oriki:listen'",
        )
      ).length > 0,
  );
  expect(performance.now() - promotedMs, 'timing: listens').toBeLessThan(within(SOON_MS));
});

/** Returns a metric of a server, and undefined if it has no value. */
async function metric(name: string): Promise<number | undefined> {
  const text = await app.service.metrics.registry.getSingleMetricAsString(`oriki_server_${name}`);
  const [, value] = /\{server="home"\} (\S+)$/m.exec(text) ?? [];
  return value === undefined ? undefined : Number(value);
}

test('reports standbys, slots that keep WAL, and transactions in doubt in doctor and metrics', async () => {
  const url = pair.url(pair.primary);
  const db = new Database({
    connection: { connectionString: url },
    poolSize: 1,
    statementTimeoutMs: 10_000,
    onIdleError: () => {},
  });
  const found = async (): Promise<string[]> =>
    (await checkReplication(db.read)).map(({ status, message }) => `${status} ${message}`);
  expect(await found()).toEqual([
    'ok standbys: 1, whose lag this role may not see (GRANT pg_read_all_stats)',
    'ok transactions in doubt: 0',
  ]);
  expect([await metric('up'), await metric('standbys')]).toEqual([1, 1]);
  expect(await metric('standby_lag_bytes')).toBeUndefined();
  await pair.primary.ask(`GRANT pg_read_all_stats TO ${new URL(url).username}`);
  await eventually(async () => (await metric('standby_lag_bytes')) !== undefined);
  expect(await metric('standby_lag_bytes')).toBeLessThan(2 ** 24);
  expect((await found())[0]).toMatch(/^ok standbys: 1, at most \S+ \S+ of WAL behind$/);

  await pair.primary.ask("SELECT pg_create_physical_replication_slot('left', true)");
  expect((await found())[0]).toMatch(/^warn the slot left keeps \S+ \S+ of WAL, and no standby/);
  expect(await metric('slot_bytes')).toBeGreaterThan(0);
  await app.db.pool.query("BEGIN; SELECT txid_current(); PREPARE TRANSACTION 'by another program'");
  expect((await found())[1]).toMatch(/^ok transactions in doubt: 1$/);
  expect(await metric('in_doubt_seconds')).toBeGreaterThan(0);

  await pair.standby.crash();
  await eventually(async () => (await metric('standbys')) === 0);
  expect((await found())[0]).toBe(
    'fail commits require a standby, and none confirms them: writes get 503',
  );
  await db.close();
  await pair.primary.crash();
  expect([await metric('up'), await metric('standbys')]).toEqual([0, undefined]);
});
