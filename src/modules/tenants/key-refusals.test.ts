import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { type TestOrg } from '../../../test/support/app.ts';

const app = testApp();

async function keyOf(org: TestOrg): Promise<{ id: string; key: string }> {
  const body = { scopes: ['fraud:manage'], name: 'lists' };
  return (await app.call('POST', '/api/v1/keys', { key: org.key, body })).body.data;
}

test('lists the refusals of a key with operation, status and code, and nothing that the request sent', async () => {
  const org = await app.org();
  const { id, key } = await keyOf(org);
  const path = `/api/v1/keys/${id}/refusals`;
  expect((await app.call('GET', path, { key: org.key })).body.data).toEqual({ refusals: [] });
  await app.call('GET', '/api/v1/webhooks/webhook_of-adaeze', { key });
  const body = { name: '', 'Adaeze Okonkwo': 1 };
  const refused = await app.call('POST', '/api/v1/fraud/lists', { key, body });
  expect(refused.status).toBe(400);
  await app.call('GET', '/api/v1/fraud/lists', { key });
  const { body: answer, text } = await app.call('GET', path, { key: org.key });
  expect(answer.data.refusals).toEqual([
    {
      at: expect.any(String),
      method: 'POST',
      path: '/api/v1/fraud/lists',
      status: 400,
      code: 'BAD_REQUEST',
      requestId: refused.headers.get('x-request-id'),
    },
    expect.objectContaining({ path: '/api/v1/webhooks/:id', status: 403, code: 'FORBIDDEN' }),
  ]);
  expect(text).not.toMatch(/adaeze/i);
});

test('lists a refusal that is recorded under an idempotency key, and each of its repeats', async () => {
  const org = await app.org();
  const { id, key } = await keyOf(org);
  const missing = '/api/v1/fraud/lists/list_01kf3vm9c4e6g8j0m2p4r6t8v0/entries';
  const send = () =>
    app.call('POST', missing, {
      key,
      body: { entries: [{ name: 'Ada Obi' }] },
      headers: { 'idempotency-key': 'once' },
    });
  expect((await send()).status).toBe((await send()).status);
  const { body } = await app.call('GET', `/api/v1/keys/${id}/refusals`, { key: org.key });
  expect(body.data.refusals).toHaveLength(2);
});

test('hides the refusals of a key from other organizations', async () => {
  const [org, other] = [await app.org(), await app.org()];
  const { id } = await keyOf(org);
  const { status } = await app.call('GET', `/api/v1/keys/${id}/refusals`, { key: other.key });
  expect(status).toBe(404);
});
