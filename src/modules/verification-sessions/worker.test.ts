import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { SessionClient } from '../../../test/support/session-client.ts';

let app: TestApp;
let client: SessionClient;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await SessionClient.of(app);
});

const BVN = { step: 'bvn', attempt: 1, bvn: '22222222220' };
/** Options of a poll; the worker looks for work every two seconds. */
const SOON = { interval: 100 };

function statusOf(id: string) {
  return async (): Promise<string> => (await client.get(`sessions/${id}`)).status;
}

test('the worker runs steps that need nothing', async () => {
  const { id } = await client.create(['bvn', 'screen', 'enrol']);
  await client.run(id, BVN);
  await client.set(id, 'due_at = now()');
  await expect
    .poll(() => client.get(`sessions/${id}`), SOON)
    .toMatchObject({
      nextAction: { step: 'enrol', isRunning: false },
    });
  await client.set(id, 'due_at = now()');
  await expect.poll(statusOf(id), SOON).toBe('completed');
  const log = await app.call('GET', '/api/v1/audit?action=identity_session.step', {
    key: client.org.key,
  });
  expect(log.body.data.items[0].actor).toMatchObject({ kind: 'service' });
});

test('the worker continues a step whose process has died, with the sealed input', async () => {
  const { id } = await client.create(['bvn', 'nin']);
  const running = client.send(id, { ...BVN, bvn: '22222222226' });
  await expect.poll(async () => (await client.stored(id)).phase, SOON).toBe('running');
  const past = `now() - interval '1 s'`;
  await client.set(id, `holder = 'dead', leased_until = ${past}, due_at = ${past}`);
  await expect
    .poll(async () => (await client.get(`sessions/${id}`)).nextAction.step, SOON)
    .toBe('nin');
  // The first process records nothing.
  expect((await running).status).toBe(200);
  const [step] = (await client.get(`sessions/${id}`)).steps;
  expect(step).toMatchObject({ status: 'passed', attempts: 1 });
  expect((await client.counts())['rows']).toBe(1);
  expect(await client.eventTypes()).toEqual(['created', 'step_passed']);
});

test('the worker ends expired sessions, deletes their data and emits an event', async () => {
  const { id } = await client.create(['bvn']);
  await client.set(id, `expires_at = now(), due_at = now()`);
  expect(await statusOf(id)()).toBe('expired');
  expect((await client.send(id, BVN)).status).toBe(409);
  await expect.poll(async () => (await client.stored(id)).status, SOON).toBe('expired');
  expect(await client.stored(id)).toMatchObject({ envelope: null, known: [], due_at: null });
  expect(await client.eventTypes()).toEqual(['created', 'expired']);
});

test('the worker fails a session whose creator may no longer run its step', async () => {
  const made = await app.key(client.org.id, ['identity:verify', 'fraud:screen']);
  const { body } = await app.call('POST', '/api/v1/identity/sessions', {
    key: made.key,
    body: {
      subjectId: 'customer-1',
      steps: ['screen'],
      person: { firstName: 'Ada', lastName: 'Obi' },
    },
  });
  const { id } = body.data;
  await app.db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [made.id]);
  await client.set(id, 'due_at = now()');
  await expect.poll(statusOf(id), SOON).toBe('failed');
  expect((await client.get(`sessions/${id}`)).steps[0].reason).toBe('not_permitted');
});
