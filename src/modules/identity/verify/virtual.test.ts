import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  DOWN,
  client,
  useVendor,
  world,
} from '../../../../test/contract/support/identity-client.ts';

useVendor();

const BODY = {
  subjectId: 'customer-1',
  country: 'NG',
  kind: 'vnin',
  identifier: 'ab012345678910yz',
};
const HOLDER = { firstName: 'John', lastName: 'Alamutu', dateOfBirth: '1993-06-10' };

async function eventsOf(): Promise<{ type: string; data: unknown }[]> {
  const { rows } = await sql<{ type: string; data: unknown }>`
    SELECT type, body::jsonb -> 'data' AS data FROM events WHERE org_id = ${client.org.id}`.execute(
    world.app.db.read,
  );
  return rows;
}

test('a virtual NIN is verified as virtual, and returned, recorded and reported as nin', async () => {
  const answer = await client.ask('verify', { ...BODY, matchAgainst: HOLDER });
  expect(answer).toMatchObject({ kind: 'nin', country: 'NG', status: 'verified', matchScore: 100 });
  expect(world.vendor.requests.at(-1)).toMatchObject({
    path: '/api/v1/kyc/vnin',
    query: { vnin: 'AB012345678910YZ' },
  });
  const row = await client.row(answer.verificationId);
  expect(row).toMatchObject({ kind: 'nin', identifier_last4: '10YZ' });
  expect(row.metadata).toMatchObject({ identifier: 'virtual', dateOfBirth: 'same' });
  const { items } = await client.get('verifications?kind=nin');
  expect(items).toMatchObject([{ kind: 'nin', metadata: { identifier: 'virtual' } }]);
  const [event] = await eventsOf();
  expect(event).toMatchObject({
    type: 'identity.nin.verified',
    data: { event: 'IDENTITY_NIN_VERIFIED' },
  });

  expect(await client.ask('resolve', BODY)).toMatchObject({ kind: 'nin', status: 'verified' });
  const plain = await client.ask('resolve', { ...BODY, kind: 'nin', identifier: '70123456789' });
  expect((await client.row(plain.verificationId)).metadata).not.toHaveProperty('identifier');
});

test('a dead letter of a virtual NIN is replayed as virtual', async () => {
  world.vendor.reply = DOWN;
  const down = await client.ask('verify', { ...BODY, matchAgainst: HOLDER });
  expect(down).toMatchObject({ kind: 'nin', status: 'provider_down' });
  world.vendor.reply = undefined;
  world.vendor.requests.length = 0;
  const key = await world.app.platformKey();
  const path = `/api/v1/admin/dead-letters?organizationId=${client.org.id}`;
  const { body } = await world.app.call('GET', path, { key });
  const [letter] = body.data.items;
  expect(letter).toMatchObject({ kind: 'nin' });
  const replay = `/api/v1/admin/dead-letters/${letter.id}/replay`;
  expect((await world.app.call('POST', replay, { key })).status).toBe(200);
  expect(world.vendor.requests.at(-1)).toMatchObject({ path: '/api/v1/kyc/vnin' });
});

test('rejects another form, another country and the endpoint of NINs', async () => {
  for (const identifier of ['70123456789', 'AB012345678910Y', 'AB012345678910YZ ', ''])
    await client.refused('resolve', { ...BODY, identifier }, 'identifier');
  await client.refused('resolve', { ...BODY, country: 'GH' }, 'kind');
  const direct = { subjectId: 's', nin: 'AB012345678910YZ', matchAgainst: HOLDER };
  await client.refused('verify-nin', direct, 'nin');
});
