import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Config } from '../../src/config/config.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { cloneDatabase } from '../support/database.ts';
import {
  accountBody,
  startAccountVendor,
  writeProviders,
  type AccountVendor,
} from '../support/identity-vendor.ts';
import type { KmsFault } from '../support/kms-server.ts';
import { startVaultKms, VAULT_TOKEN, type VaultKms } from '../support/kms-vault.ts';
import { cleanUp, freshDataDir } from '../support/process.ts';

let vendor: AccountVendor;
let vault: VaultKms;
let settings: Partial<Config>;
beforeAll(async () => {
  vendor = await startAccountVendor();
  vault = await startVaultKms('transit/oriki');
  const dataDir = await freshDataDir();
  settings = {
    dataDir,
    providersFile: await writeProviders(dataDir, vendor.url),
    outboundAllow: ['127.0.0.0/8'],
    kms: 'vault',
    kmsKey: 'oriki',
    vaultAddress: vault.url,
    vaultToken: VAULT_TOKEN,
    kmsAllow: ['127.0.0.0/8'],
    role: 'api',
  };
});
afterAll(async () => {
  await vendor.stop();
  await vault.stop();
  await cleanUp();
});

/** Runs a test on a separate service, with a key of an organization. */
async function on(
  change: Partial<Config>,
  work: (app: TestApp, key: string) => Promise<void>,
): Promise<void> {
  const app = await startTestApp({ ...settings, ...change }, await cloneDatabase());
  vendor.asked.length = 0;
  try {
    await work(app, (await app.org()).key);
  } finally {
    Object.assign(vault, { always: undefined, sealed: false });
    vendor.down = false;
    await app.stop();
  }
}

function verify(app: TestApp, key: string, accountNumber: string, headers = {}) {
  return app.call('POST', '/api/v1/identity/verify-account', {
    key,
    body: accountBody(accountNumber),
    headers,
  });
}

async function stored(app: TestApp) {
  const { rows } = await sql<{ status: string; envelope: string | null; letter: string | null }>`
    SELECT v.status, p.envelope, d.envelope AS letter FROM identity_verifications v
    LEFT JOIN identity_payloads p ON p.verification_id = v.id
    LEFT JOIN dead_letters d ON d.verification_id = v.id ORDER BY v.id`.execute(app.db.read);
  return rows;
}

/** Unwraps to a data key other than the one that was wrapped. */
const otherKeys: KmsFault = (answer) => {
  const { data } = answer.body as { data?: { plaintext?: string } };
  if (data?.plaintext === undefined) return answer;
  return { ...answer, body: { data: { plaintext: Buffer.alloc(32, 1).toString('base64') } } };
};

// contract: kept/kms-away-nobody
test.each([
  ['sealed', () => (vault.sealed = true)],
  ['cutting connections', () => (vault.always = 'reset')],
  ['giving back other data keys than it wrapped', () => (vault.always = otherKeys)],
  ['talking nonsense', () => (vault.always = { status: 200, body: '<html>' })],
])('with a KMS that is %s no vendor is contacted and nothing is stored', async (_what, fault) => {
  await on({}, async (app, key) => {
    fault();
    const headers = { 'idempotency-key': 'k' };
    for (const sent of [{}, headers]) {
      const { status, body } = await verify(app, key, '0300000001', sent);
      expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    }
    expect(vendor.asked).toEqual([]);
    expect(await stored(app)).toEqual([]);
    expect(app.logs.join('')).not.toMatch(/0300000001|Okafor|Adaeze/i);
    // The idempotency key was released: once the KMS is back, the same request succeeds.
    Object.assign(vault, { always: undefined, sealed: false });
    expect((await verify(app, key, '0300000001', headers)).status).toBe(200);
    expect(vendor.asked).toEqual(['0300000001']);
  });
});

test('a KMS that becomes unavailable while the vendor is down leaves a dead letter without the request', async () => {
  await on({}, async (app, key) => {
    vendor.down = true;
    // There is a data key for the answer, and none for the request.
    vault.faults = [(answer) => answer, (answer) => answer];
    vault.always = { status: 503, body: { errors: ['Vault is sealed'] } };
    const { body } = await verify(app, key, '0300000002');
    expect(body.data.status).toBe('provider_down');
    expect(await stored(app)).toEqual([{ status: 'provider_down', envelope: null, letter: null }]);
    const listed = await app.call('GET', '/api/v1/admin/dead-letters', {
      key: await app.platformKey(),
    });
    expect(listed.body.data.items).toMatchObject([{ replayable: false, dueAt: null }]);
  });
});

test('encrypts answers and requests with the second key while the first one is unavailable', async () => {
  await on({ kmsSecond: 'local' }, async (app, key) => {
    vault.sealed = true;
    expect((await verify(app, key, '0300000003')).body.data.status).toBe('verified');
    vendor.down = true;
    expect((await verify(app, key, '0300000004')).body.data.status).toBe('provider_down');
    vault.sealed = false;
    vendor.down = false;
    expect((await verify(app, key, '0300000005')).body.data.status).toBe('verified');
    expect(vendor.asked).toEqual(['0300000003', '0300000004', '0300000005']);
    expect(await stored(app)).toEqual([
      { status: 'verified', envelope: expect.stringMatching(/^local:/), letter: null },
      {
        status: 'provider_down',
        envelope: null,
        letter: expect.stringMatching(/^local:/),
      },
      { status: 'verified', envelope: expect.stringMatching(/^vault:/), letter: null },
    ]);
  });
});

// contract: kept/without-kms-row
test('without a KMS requests are answered and recorded, and personal data is not stored', async () => {
  const none = { kms: 'none', kmsKey: undefined } as const;
  await on(none, async (app, key) => {
    const { body } = await verify(app, key, '0300000006');
    expect(body.data.status).toBe('verified');
    vendor.down = true;
    expect((await verify(app, key, '0300000007')).body.data.status).toBe('provider_down');
    expect(await stored(app)).toEqual([
      { status: 'verified', envelope: null, letter: null },
      { status: 'provider_down', envelope: null, letter: null },
    ]);
    const path = `/api/v1/identity/verifications/${body.data.verificationId}`;
    const read = await app.call('GET', path, { key });
    expect(read.body.data).toMatchObject({ status: 'verified', rawResponseEncrypted: null });
  });
});
