import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAccountPlace } from '../../support/account-place.ts';
import { call, type Answer } from '../../support/app.ts';
import { accountBody } from '../../support/identity-vendor.ts';
import { eventually, service, type ServiceProcess } from '../../support/process.ts';
import { randomFrom } from '../../support/random.ts';
import { cases } from '../../support/cases.ts';

type Place = Awaited<ReturnType<typeof startAccountPlace>>;
let vendor: Place['vendor'];
let owner: Place['owner'];
let env: Place['env'];
let client: Place['client'];
let stop: Place['stop'];
/** It has the worker, which continues steps. */
let worker: ServiceProcess;

beforeAll(async () => {
  ({ vendor, owner, env, client, stop } = await startAccountPlace());
  worker = await service({ ...env, ORIKI_ROLE: 'all' }).ready();
});
afterAll(() => stop());

function post(base: string, path: string, body: object): Promise<Answer> {
  return call(base, 'POST', `/api/v1/identity/sessions${path}`, { key: owner.key, body });
}

/** Creates a session with a bank account as its first step. */
async function session(base: string, accountNumber: string): Promise<string> {
  const { subjectId, expectedName } = accountBody(accountNumber);
  const asked = { subjectId, steps: ['account', 'nin'], person: expectedName };
  const answer = await post(base, '', asked);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}

function advance(base: string, id: string, accountNumber: string): Promise<Answer> {
  const { bankCode } = accountBody(accountNumber);
  return post(base, `/${id}/steps`, { step: 'account', attempt: 1, accountNumber, bankCode });
}

async function read(id: string) {
  const path = `/api/v1/identity/sessions/${id}`;
  return (await call(worker.url, 'GET', path, { key: owner.key })).body.data;
}

/** Ends the lease of a step whose process has died. */
function runOut(id: string) {
  return client.query(
    `UPDATE verification_sessions SET leased_until = now(), due_at = now() WHERE id = $1 AND phase = 'running'`,
    [id],
  );
}

async function rows(accountNumber: string): Promise<number> {
  const { subjectId } = accountBody(accountNumber);
  const { rowCount } = await client.query(
    'SELECT FROM identity_verifications WHERE subject_id = $1',
    [subjectId],
  );
  return rowCount!;
}

test('the worker continues a step whose process was killed while it waited for the vendor, and records it once', async () => {
  const accountNumber = '0300000001';
  const first = await service(env).ready();
  const id = await session(first.url, accountNumber);
  vendor.holding = true;
  const cut = advance(first.url, id, accountNumber).catch((error: unknown) => error);
  await eventually(() => vendor.asked.includes(accountNumber));
  await first.stop('SIGKILL');
  expect(await cut).toBeInstanceOf(Error);
  vendor.release();
  expect(await read(id)).toMatchObject({ nextAction: { step: 'account', isRunning: true } });
  expect((await advance(worker.url, id, accountNumber)).status).toBe(409);
  await runOut(id);
  await eventually(async () => (await read(id)).nextAction.step === 'nin');
  expect((await read(id)).steps[0]).toMatchObject({ status: 'passed', attempts: 1 });
  expect(await rows(accountNumber)).toBe(1);
  expect(vendor.asked.filter((asked) => asked === accountNumber)).toHaveLength(2);
});

test('a step whose process is killed at any moment ends once, with one verification', async () => {
  const random = randomFrom(50);
  for (let round = 0; round < cases(4, 8); round += 1) {
    const accountNumber = `031000000${round}`;
    const first = await service(env).ready();
    const id = await session(first.url, accountNumber);
    const cut = advance(first.url, id, accountNumber).catch((error: unknown) => error);
    await sleep(random.below(40));
    await first.stop('SIGKILL');
    await cut;
    await runOut(id);
    // The request may have arrived before its claim: then the person sends it again.
    await eventually(async () => {
      const { nextAction } = await read(id);
      if (nextAction.step === 'account' && !nextAction.isRunning)
        await advance(worker.url, id, accountNumber);
      return nextAction.step === 'nin';
    });
    expect((await read(id)).steps[0]).toMatchObject({ status: 'passed', attempts: 1 });
    expect(await rows(accountNumber)).toBe(1);
  }
});
