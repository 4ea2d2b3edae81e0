import { expect, test } from 'vitest';
import { ConflictError } from '../../clients/typescript/src/index.ts';
import { testApp } from '../support/test-app.ts';
import { clientOf } from './support.ts';

const app = testApp({ role: 'api' });

test('a change names the revision that was read, and conflicts if the object has changed since', async () => {
  const client = clientOf(app, await app.org());
  const hook = { name: 'Ledger', url: 'https://hooks.example.com/oriki', events: ['a.b'] };
  const { id } = await client.webhooks.create({ body: hook });
  const { etag } = await client.webhooks.get({ id }).withResponse();
  const change = { id, body: { events: ['c.d'] } };
  const changed = await client.webhooks.update(change, { ifMatch: etag }).withResponse();
  expect(changed.etag).toMatch(/^"\d+"$/);
  expect(changed.etag).not.toBe(etag);

  const stale: unknown = await client.webhooks
    .update({ id, body: { events: ['e.f'] } }, { ifMatch: etag })
    .catch((error: unknown) => error);
  expect(stale).toBeInstanceOf(ConflictError);
  expect(stale).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
  expect((await client.webhooks.get({ id })).events).toEqual(['c.d']);

  await expect(client.webhooks.delete({ id }, { ifMatch: 'stale' })).rejects.toThrow(TypeError);
  const { etag: none } = await client.webhooks.list().withResponse();
  expect(none).toBeUndefined();
  await client.request('DELETE', `/webhooks/${id}`, {}, { ifMatch: changed.etag });
});
