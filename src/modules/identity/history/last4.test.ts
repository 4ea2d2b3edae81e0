import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer } from '../../../../test/support/app.ts';
import { IdentityClient, personBody } from '../../../../test/contract/support/identity-client.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
let platform: string;
beforeAll(async () => {
  platform = await app.platformKey();
});

function change(orgId: string, body: Record<string, unknown>): Promise<Answer> {
  return app.call('PATCH', `/api/v1/admin/organizations/${orgId}`, { key: platform, body });
}

async function keep(client: IdentityClient, identifierLast4: boolean): Promise<void> {
  const answer = await change(client.org.id, { identifierLast4 });
  expect([answer.status, answer.body.data.identifierLast4], answer.text).toEqual([
    200,
    identifierLast4,
  ]);
}

/** The values from the list and from the single reads, newest first; both agree. */
async function shown(client: IdentityClient): Promise<(string | null)[]> {
  const { items } = await client.get('verifications');
  for (const item of items) {
    const { identifierLast4 } = await client.get(`verifications/${item.verificationId}`);
    expect(identifierLast4).toBe(item.identifierLast4);
  }
  return items.map((item: { identifierLast4: string | null }) => item.identifierLast4);
}

async function stored(client: IdentityClient): Promise<(string | null)[]> {
  return (
    await app.db.pool.query(
      'SELECT identifier_last4 FROM identity_verifications WHERE org_id = $1 ORDER BY verified_at DESC, id DESC',
      [client.org.id],
    )
  ).rows.map((row) => row.identifier_last4);
}

test('an organization that switches the last four characters off stores none, and sees none in earlier rows', async () => {
  const client = await IdentityClient.of(app);
  const neighbour = await IdentityClient.of(app);
  for (const each of [client, neighbour]) await each.ask('verify-bvn', personBody('bvn', 0));
  expect(await shown(client)).toEqual(['2220']);

  await keep(client, false);
  await client.ask('verify-bvn', personBody('bvn', 1));
  expect(await shown(client)).toEqual([null, null]);
  expect(await stored(client)).toEqual([null, '2220']);
  await neighbour.ask('verify-bvn', personBody('bvn', 1));
  expect(await shown(neighbour)).toEqual(['2221', '2220']);

  await keep(client, true);
  expect(await shown(client)).toEqual([null, '2220']);
});

test('stores no last four characters for a request with an idempotency key', async () => {
  const client = await IdentityClient.of(app);
  await keep(client, false);
  const options = { body: personBody('bvn', 0), headers: { 'idempotency-key': 'once' } };
  for (let i = 0; i < 2; i += 1)
    expect((await client.call('POST', 'verify-bvn', options)).status).toBe(200);
  expect(await stored(client)).toEqual([null]);
});

test('the switch is on in a new organization, stays unchanged when other settings change, and is true or false', async () => {
  const client = await IdentityClient.of(app);
  const { id } = client.org;
  expect((await change(id, {})).body.data.identifierLast4).toBe(true);
  await keep(client, false);
  expect((await change(id, { name: 'Renamed' })).body.data.identifierLast4).toBe(false);
  for (const identifierLast4 of ['off', 0, []]) {
    const answer = await change(id, { identifierLast4 });
    expect([answer.status, answer.body.error.details[0].path], answer.text).toEqual([
      400,
      'identifierLast4',
    ]);
  }
});
