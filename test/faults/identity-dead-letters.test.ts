import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAccountPlace } from '../support/account-place.ts';
import { call, type Answer } from '../support/app.ts';
import { accountBody, createPlatformKey, writeProviders } from '../support/identity-vendor.ts';
import { eventually, freshDataDir, service, type ServiceProcess } from '../support/process.ts';

type Place = Awaited<ReturnType<typeof startAccountPlace>>;
let vendor: Place['vendor'];
let owner: Place['owner'];
let env: Place['env'];
let client: Place['client'];
let stop: Place['stop'];
let platformKey: string;
/** Processes that answer requests, and do not replay dead letters by themselves. */
let first: ServiceProcess;
let second: ServiceProcess;

beforeAll(async () => {
  const place = await startAccountPlace();
  ({ vendor, owner, env, client, stop } = place);
  platformKey = await createPlatformKey(place.databaseUrl);
  [first, second] = await Promise.all([service(env).ready(), service(env).ready()]);
});
afterAll(() => stop());

function verify(base: string, accountNumber: string): Promise<Answer> {
  return call(base, 'POST', '/api/v1/identity/verify-account', {
    key: owner.key,
    body: accountBody(accountNumber),
  });
}

type Letter = { id: string; status: string; replays: number; replayed_as: string | null };

/** Creates the dead letter of a request that found the vendor down. */
async function deadLetter(accountNumber: string): Promise<Letter & { verificationId: string }> {
  vendor.down = true;
  const { status, body } = await verify(second.url, accountNumber);
  vendor.down = false;
  expect([status, body.data.status]).toEqual([200, 'provider_down']);
  const { verificationId } = body.data;
  const { rows } = await client.query('SELECT * FROM dead_letters WHERE verification_id = $1', [
    verificationId,
  ]);
  return { ...rows[0], verificationId };
}

async function letter(id: string): Promise<Letter> {
  return (await client.query('SELECT * FROM dead_letters WHERE id = $1', [id])).rows[0];
}

async function replaysOf(verificationId: string): Promise<{ id: string; status: string }[]> {
  return (
    await client.query('SELECT id, status FROM identity_verifications WHERE replay_of = $1', [
      verificationId,
    ])
  ).rows;
}

function replay(base: string, id: string, headers = {}): Promise<Answer> {
  return call(base, 'POST', `/api/v1/admin/dead-letters/${id}/replay`, {
    key: platformKey,
    headers,
  });
}

function timesAsked(accountNumber: string): number {
  return vendor.asked.filter((asked) => asked === accountNumber).length;
}

// contract: providers/replay-time-409
test('one of twenty concurrent replays on two processes sends a request to the vendor', async () => {
  const accountNumber = '0200000001';
  const { id, verificationId } = await deadLetter(accountNumber);
  vendor.holding = true;
  const refused: Answer[] = [];
  const answers = Array.from({ length: 20 }, async (_, i) => {
    // Some replays have an idempotency key, as careful operators send.
    const headers = i % 4 === 0 ? { 'idempotency-key': `replay-${i}` } : {};
    const answer = await replay(i % 2 ? first.url : second.url, id, headers);
    if (answer.status !== 200) refused.push(answer);
    return answer;
  });
  await eventually(() => refused.length === 19 && timesAsked(accountNumber) === 2);
  for (const { status, body } of refused)
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  vendor.release();
  const answered = (await Promise.all(answers)).find(({ status }) => status === 200)!;
  const { replayedAs } = answered.body.data;
  expect(answered.body.data).toMatchObject({ status: 'replayed', replayable: false, replays: 1 });
  expect((await replay(first.url, id)).status).toBe(409);
  expect(timesAsked(accountNumber)).toBe(2);
  expect(await replaysOf(verificationId)).toEqual([{ id: replayedAs, status: 'verified' }]);
});

test('a letter whose replay was killed can be replayed once its lease has ended, and has only one replay', async () => {
  const accountNumber = '0200000002';
  const { id, verificationId } = await deadLetter(accountNumber);
  vendor.holding = true;
  const cut = replay(first.url, id).catch((error: unknown) => error);
  await eventually(() => timesAsked(accountNumber) === 2);
  await first.stop('SIGKILL');
  expect(await cut).toBeInstanceOf(Error);
  vendor.release();

  expect((await replay(second.url, id)).status).toBe(409);
  const discard = `/api/v1/admin/dead-letters/${id}/discard`;
  expect((await call(second.url, 'POST', discard, { key: platformKey })).status).toBe(409);
  expect(timesAsked(accountNumber)).toBe(2);
  await client.query('UPDATE dead_letters SET leased_until = now() WHERE id = $1', [id]);
  const { status, body } = await replay(second.url, id);
  expect([status, body.data.status, body.data.replays]).toEqual([200, 'replayed', 1]);
  expect(timesAsked(accountNumber)).toBe(3);
  expect(await replaysOf(verificationId)).toEqual([
    { id: body.data.replayedAs, status: 'verified' },
  ]);
});

test('a replay that another process has taken over records nothing', async () => {
  const accountNumber = '0200000003';
  const { id, verificationId } = await deadLetter(accountNumber);
  vendor.holding = true;
  const slow = replay(second.url, id);
  await eventually(() => timesAsked(accountNumber) === 2);
  await client.query('UPDATE dead_letters SET leased_until = now() WHERE id = $1', [id]);
  const takesOver = replay(second.url, id);
  await eventually(() => timesAsked(accountNumber) === 3);
  vendor.release();
  expect([(await slow).status, (await takesOver).status]).toEqual([409, 200]);
  expect(await replaysOf(verificationId)).toHaveLength(1);
  expect(await letter(id)).toMatchObject({ status: 'replayed', replays: 1 });
});

test('two hundred letters do not overload a vendor that is down, and are all answered once it is back', async () => {
  const numbers = Array.from({ length: 200 }, (_, i) => String(210_000_000 + i).padStart(10, '0'));
  const dataDir = await freshDataDir();
  const running = await service({
    ...env,
    ORIKI_ROLE: 'all',
    ORIKI_DEAD_LETTERS: 'auto',
    ORIKI_PROVIDERS_FILE: await writeProviders(dataDir, vendor.url, { failures: 1, openMs: 1000 }),
  }).ready();
  vendor.down = true;
  vendor.asked.length = 0;
  for (let at = 0; at < numbers.length; at += 20)
    await Promise.all(numbers.slice(at, at + 20).map((number) => verify(running.url, number)));
  const ofFlood = `FROM dead_letters d JOIN identity_verifications v ON v.id = d.verification_id
    WHERE v.subject_id LIKE 'subject-021%'`;
  const count = async (what: string): Promise<number> =>
    (await client.query(`SELECT count(*)::int AS n ${ofFlood} AND ${what}`)).rows[0].n;
  expect(await count(`d.status = 'waiting' AND d.due_at > now()`)).toBe(numbers.length);

  // All letters are due at once: one is sent, and the others wait for it.
  vendor.asked.length = 0;
  await client.query("UPDATE dead_letters SET due_at = now() - interval '1 s'");
  await eventually(async () => (await count('d.due_at <= now()')) === 0);
  expect(vendor.asked.length).toBeLessThanOrEqual(1);
  expect(await count('d.replays > 0')).toBe(1);

  // A caller's request closes the breaker, and waiting letters are sent immediately, once each.
  vendor.asked.length = 0;
  vendor.down = false;
  await eventually(async () => {
    await sleep(200);
    const { body } = await verify(running.url, '0200000004');
    return body.data.status === 'verified';
  });
  await eventually(async () => (await count(`d.status = 'replayed'`)) === numbers.length);
  expect(vendor.asked.filter((asked) => asked.startsWith('021')).toSorted()).toEqual(numbers);
  const { rows } = await client.query(
    `SELECT status, count(*)::int AS n FROM identity_verifications
     WHERE subject_id LIKE 'subject-021%' AND replay_of IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { status: 'provider_down', n: 1 },
    { status: 'verified', n: numbers.length },
  ]);
  expect(await running.stop()).toEqual({ code: 0, signal: null });
});
