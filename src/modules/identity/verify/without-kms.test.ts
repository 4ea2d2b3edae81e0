import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DOWN,
  IdentityClient,
  startVendorApp,
  type VendorApp,
} from '../../../../test/contract/support/identity-client.ts';

let world: VendorApp;
beforeAll(async () => {
  world = await startVendorApp({ kms: 'none' });
});
afterAll(() => world.stop());

const BVN_BODY = {
  subjectId: 'customer-7',
  bvn: '22222222222',
  matchAgainst: { firstName: 'Joshua', lastName: 'Oladipo' },
};

// contract: kept/without-kms-row
test('without a key-management provider, rows and dead letters contain no personal data', async () => {
  const { app, vendor } = world;
  const client = await IdentityClient.of(app);
  const key = await app.platformKey();
  const operate = (method: string, path: string) =>
    app.call(method, `/api/v1/admin/dead-letters${path}`, { key });

  const answered = await client.ask('verify-bvn', BVN_BODY);
  expect(answered).toMatchObject({ status: 'verified', profile: { lastName: 'OLADIPO' } });
  vendor.reply = DOWN;
  const down = await client.ask('verify-bvn', BVN_BODY);
  vendor.reply = undefined;
  for (const { verificationId } of [answered, down]) {
    const { rawResponseEncrypted } = await client.get(`verifications/${verificationId}`);
    expect(rawResponseEncrypted).toBeNull();
  }
  expect(await client.counts()).toEqual({ rows: 2, payloads: 0, letters: 1, events: 1 });

  const { items } = (await operate('GET', '')).body.data;
  const { verificationId } = down;
  const letter = { verificationId, status: 'waiting', replayable: false, dueAt: null };
  expect(items).toMatchObject([letter]);
  const replayed = await operate('POST', `/${items[0].id}/replay`);
  expect([replayed.status, replayed.body.error.code]).toEqual([409, 'CONFLICT']);
  const discarded = await operate('POST', `/${items[0].id}/discard`);
  expect(discarded.body.data).toMatchObject({ status: 'discarded', replayable: false });
});
