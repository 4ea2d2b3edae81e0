import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAccountPlace } from '../support/account-place.ts';
import { call, type Answer } from '../support/app.ts';
import { accountBody, HOLDER } from '../support/identity-vendor.ts';
import { plain } from '../support/images.ts';
import {
  eventually,
  migratedDataDir,
  postmasterPid,
  service,
  type ServiceProcess,
} from '../support/process.ts';

type Place = Awaited<ReturnType<typeof startAccountPlace>>;
let vendor: Place['vendor'];
let owner: Place['owner'];
let env: Place['env'];
let client: Place['client'];
let stop: Place['stop'];
/** Two processes on one database. */
let first: ServiceProcess;
let second: ServiceProcess;

beforeAll(async () => {
  ({ vendor, owner, env, client, stop } = await startAccountPlace());
  [first, second] = await Promise.all([service(env).ready(), service(env).ready()]);
});
afterAll(() => stop());

function verify(base: string, accountNumber: string, key = owner.key): Promise<Answer> {
  return call(base, 'POST', '/api/v1/identity/verify-account', {
    key,
    body: accountBody(accountNumber),
    headers: { 'idempotency-key': `key-${accountNumber}` },
  });
}

function timesAsked(accountNumber: string): number {
  return vendor.asked.filter((asked) => asked === accountNumber).length;
}

async function rows(accountNumber: string): Promise<{ id: string }[]> {
  return (
    await client.query('SELECT id FROM identity_verifications WHERE subject_id = $1', [
      `subject-${accountNumber}`,
    ])
  ).rows;
}

function expectInFlight(answer: Answer): void {
  expect([answer.status, answer.body.error.code]).toEqual([503, 'IDEMPOTENCY_UNAVAILABLE']);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

/** Ends the leases of all claims. */
function runOut() {
  return client.query('UPDATE idempotency_claims SET leased_until = now()');
}

/**
 * Expects the next process to take over a key whose process died: it waits for the lease, sends one request, and
 * records once.
 */
async function expectTakeOver(base: string, accountNumber: string): Promise<void> {
  expect(await rows(accountNumber)).toEqual([]);
  expectInFlight(await verify(base, accountNumber));
  expect(timesAsked(accountNumber)).toBe(1);
  await runOut();
  const answer = await verify(base, accountNumber);
  expect([answer.status, answer.body.data.status]).toEqual([200, 'verified']);
  expect(answer.headers.get('idempotency-replayed')).toBeNull();
  expect((await verify(base, accountNumber)).text).toBe(answer.text);
  expect(timesAsked(accountNumber)).toBe(2);
  expect(await rows(accountNumber)).toEqual([{ id: answer.body.data.verificationId }]);
  expect((await client.query('SELECT FROM idempotency_claims')).rowCount).toBe(0);
}

// contract: identity/idempotency-key-all
test('fifty concurrent repeats on two processes make one look-up and one verification', async () => {
  const accountNumber = '0100000001';
  vendor.holding = true;
  const refused: Answer[] = [];
  const answers = Array.from({ length: 50 }, async (_, i) => {
    const { url } = i % 2 ? first : second;
    const answer = await verify(url, accountNumber);
    if (answer.status === 503) refused.push(answer);
    return answer;
  });
  await eventually(() => refused.length === 49 && timesAsked(accountNumber) > 0);
  refused.forEach(expectInFlight);
  expect(timesAsked(accountNumber)).toBe(1);
  vendor.release();
  const answer = (await Promise.all(answers)).find(({ status }) => status === 200)!;
  expect(answer.body.data).toMatchObject({ status: 'verified', resolvedName: HOLDER });
  for (const { url } of [first, second]) {
    const repeat = await verify(url, accountNumber);
    expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(repeat.text).toBe(answer.text);
  }
  expect(timesAsked(accountNumber)).toBe(1);
  expect(await rows(accountNumber)).toEqual([{ id: answer.body.data.verificationId }]);
});

test('an unreadable image releases its key immediately', async () => {
  const check = (base64: string): Promise<Answer> =>
    call(first.url, 'POST', '/api/v1/identity/liveness', {
      key: owner.key,
      body: { subjectId: 'released', image: { base64, contentType: 'image/png' } },
      headers: { 'idempotency-key': 'released' },
    });
  const bad = await check(Buffer.from('no picture').toString('base64'));
  expect([bad.status, bad.body.error.details[0].path]).toEqual([400, 'image.base64']);
  const good = await check((await plain().png().toBuffer()).toString('base64'));
  expect([good.status, good.body.data.status]).toEqual([200, 'verified']);
});

test('a request that is killed before its answer is taken over after its lease, and recorded once', async () => {
  const accountNumber = '0100000002';
  vendor.holding = true;
  const cut = verify(first.url, accountNumber).catch((error: unknown) => error);
  await eventually(() => timesAsked(accountNumber) === 1);
  await first.stop('SIGKILL');
  expect(await cut).toBeInstanceOf(Error);
  vendor.release();
  await expectTakeOver(second.url, accountNumber);
});

test('a request that is killed between its answer and its commit is also taken over', async () => {
  const accountNumber = '0100000003';
  first = await service(env).ready();
  await client.query('BEGIN');
  await client.query('LOCK TABLE identity_verifications IN SHARE MODE');
  const cut = verify(first.url, accountNumber).catch((error: unknown) => error);
  let waiting: number | undefined;
  await eventually(async () => {
    const { rows: found } = await client.query(
      `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'identity_verifications'::regclass`,
    );
    waiting = found[0]?.pid;
    return waiting !== undefined;
  });
  expect(timesAsked(accountNumber)).toBe(1);
  await first.stop('SIGKILL');
  expect(await cut).toBeInstanceOf(Error);
  await client.query('SELECT pg_terminate_backend($1)', [waiting]);
  await client.query('ROLLBACK');
  await expectTakeOver(second.url, accountNumber);
});

test('an answer survives a restart of the database, with or without a key, and is committed without another look-up', async () => {
  const accountNumber = '0100000004';
  const dataDir = await migratedDataDir();
  const { DATABASE_URL: _none, ...embedded } = env;
  const running = await service({ ...embedded, ORIKI_DATA_DIR: dataDir }).ready();
  vendor.holding = true;
  const pending = verify(running.url, accountNumber, running.demoKey);
  const unkeyed = call(running.url, 'POST', '/api/v1/identity/verify-account', {
    key: running.demoKey,
    body: accountBody('0100000005'),
  });
  await eventually(() => timesAsked(accountNumber) === 1 && timesAsked('0100000005') === 1);
  const pid = (await postmasterPid(dataDir))!;
  process.kill(pid, 'SIGQUIT');
  await eventually(async () => (await postmasterPid(dataDir)) !== pid);
  vendor.release();
  const answer = await pending;
  expect([answer.status, answer.body.data.status]).toEqual([200, 'verified']);
  expect((await unkeyed).body.data.status).toBe('verified');
  const repeat = await verify(running.url, accountNumber, running.demoKey);
  expect([repeat.text, repeat.headers.get('idempotency-replayed')]).toEqual([answer.text, 'true']);
  expect(timesAsked(accountNumber)).toBe(1);
  const path = `/api/v1/identity/verifications?subjectId=subject-${accountNumber}`;
  const { body } = await call(running.url, 'GET', path, { key: running.demoKey });
  expect(body.data.items.map((item: { verificationId: string }) => item.verificationId)).toEqual([
    answer.body.data.verificationId,
  ]);
});

test('a stopped process waits for its requests to providers, and records them', async () => {
  const accountNumber = '0100000099';
  const stopping = await service({
    ...env,
    ORIKI_SHUTDOWN_TIMEOUT_MS: '100',
    ORIKI_DRAIN_DELAY_MS: '0',
  }).ready();
  vendor.holding = true;
  const answer = verify(stopping.url, accountNumber);
  await eventually(() => timesAsked(accountNumber) === 1);
  const stopped = stopping.stop();
  // Longer than the time that other requests get.
  await sleep(500);
  vendor.release();
  expect((await answer).body.data.status).toBe('verified');
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(await rows(accountNumber)).toHaveLength(1);
});
