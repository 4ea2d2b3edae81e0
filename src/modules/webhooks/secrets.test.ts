import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cloneDatabase } from '../../../test/support/database.ts';
import { openDatabase } from '../../../test/support/webhook-checks.ts';
import { openEnvelopes, type Envelopes } from '../../platform/crypto/envelopes.ts';
import { addLocalKey } from '../../platform/crypto/key-ring-file.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { createOrganization } from '../tenants/index.ts';
import { SecretBox } from './index.ts';
import { rewrapSecrets } from './tables.ts';
import { signingKey } from './signature.ts';
import {
  createWebhook,
  deleteWebhook,
  prepareSecret,
  rotateSecret,
} from './subscriptions/subscriptions.ts';

let folder: string;
let keyFile: string;
let db: Database;
let envelopes: Envelopes;
let box: SecretBox;
let orgId: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-secrets-'));
  keyFile = join(folder, 'keys.json');
  db = openDatabase(await cloneDatabase());
  envelopes = await openEnvelopes({ kms: 'local', keyFile, serverSecret: 'secret'.repeat(6) });
  box = new SecretBox(envelopes);
  orgId = await newOrganization();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

async function newOrganization(): Promise<string> {
  const made = await db.transaction((tx) =>
    createOrganization(tx, { name: 'Test', plan: 'pro', addons: [] }),
  );
  return made.id;
}

async function webhook(org = orgId): Promise<{ id: string; secret: string }> {
  const prepared = await prepareSecret(box, org);
  const input = { name: 'Ledger', url: 'https://hooks.example.com/', events: ['*'] };
  return db.transaction((tx) => createWebhook(tx, org, input, prepared));
}

async function rotate(webhookId: string): Promise<{ secret: string }> {
  const prepared = await prepareSecret(box, orgId, webhookId);
  return db.transaction((tx) => rotateSecret(tx, orgId, webhookId, prepared));
}

function rows() {
  return db.read
    .selectFrom('webhook_secrets')
    .selectAll()
    .orderBy('org_id')
    .orderBy('webhook_id')
    .orderBy('id')
    .execute();
}
function keyOf(envelope: string) {
  return envelope.split('|')[0];
}
function payloadOf(envelope: string) {
  return envelope.split('|').slice(2);
}

/** Returns the signing keys of a process without a cache. */
async function keysOf(webhookId: string): Promise<Buffer[]> {
  const fresh = new SecretBox(envelopes);
  const found = (await rows()).filter((row) => row.webhook_id === webhookId);
  return Promise.all(found.map((row) => fresh.key(row.org_id, row.id, row.envelope)));
}

/** Runs `happen` between the read of the n-th secret and its replacement. */
function during(n: number, happen: () => Promise<unknown>): void {
  const rewrap = envelopes.rewrap.bind(envelopes);
  let calls = 0;
  vi.spyOn(envelopes, 'rewrap').mockImplementation(async (...args) => {
    const replacement = await rewrap(...args);
    if ((calls += 1) === n) await happen();
    return replacement;
  });
}

test('every secret of every organization gets the new key around the same payload, once', async () => {
  const hooks = [await webhook(), await webhook(await newOrganization())];
  const { secret } = await rotate(hooks[0]!.id);
  const before = await rows();
  const keyId = await addLocalKey(keyFile);
  expect(await rewrapSecrets(db, envelopes, keyId)).toEqual({ rewrapped: 3, unreadable: [] });
  const after = await rows();
  expect(after.map(({ envelope }) => keyOf(envelope))).toEqual([keyId, keyId, keyId]);
  expect(after.map((row) => ({ ...row, envelope: payloadOf(row.envelope) }))).toEqual(
    before.map((row) => ({ ...row, envelope: payloadOf(row.envelope) })),
  );
  expect(await keysOf(hooks[0]!.id)).toEqual([hooks[0]!.secret, secret].map(signingKey));
  expect(await keysOf(hooks[1]!.id)).toEqual([signingKey(hooks[1]!.secret)]);
  // A key that is cached under the previous envelope is still correct.
  expect(await box.key(before[0]!.org_id, before[0]!.id, before[0]!.envelope)).toEqual(
    await box.key(after[0]!.org_id, after[0]!.id, after[0]!.envelope),
  );
  expect(await rewrapSecrets(db, envelopes, keyId)).toEqual({ rewrapped: 0, unreadable: [] });
  expect(await rows()).toEqual(after);
});

test('more secrets than one read returns are all rewrapped', async () => {
  const { id } = await webhook();
  const values = await Promise.all(
    Array.from({ length: 510 }, async () => {
      const secretId = newId('whsecret');
      const envelope = await box.seal(orgId, secretId, 'x');
      return { org_id: orgId, webhook_id: id, id: secretId, envelope, expires_at: new Date(4e12) };
    }),
  );
  await db.read.insertInto('webhook_secrets').values(values).execute();
  const keyId = await addLocalKey(keyFile);
  expect(await rewrapSecrets(db, envelopes, keyId)).toEqual({ rewrapped: 511, unreadable: [] });
  expect(new Set((await rows()).map(({ envelope }) => keyOf(envelope)))).toEqual(new Set([keyId]));
});

test('a secret that is rotated during the rewrap keeps its expiry, and both secrets sign', async () => {
  const { id, secret } = await webhook();
  const keyId = await addLocalKey(keyFile);
  let next = '';
  during(1, async () => (next = (await rotate(id)).secret));
  expect(await rewrapSecrets(db, envelopes, keyId)).toEqual({ rewrapped: 1, unreadable: [] });
  const after = await rows();
  expect(after.map(({ envelope }) => keyOf(envelope))).toEqual([keyId, keyId]);
  expect(after.map(({ expires_at }) => expires_at === null)).toEqual([false, true]);
  expect(await keysOf(id)).toEqual([secret, next].map(signingKey));
});

test('a changed or deleted envelope is skipped', async () => {
  const [first, second] = [await webhook(), await webhook()];
  const keyId = await addLocalKey(keyFile);
  let newer = '';
  during(1, async () => {
    newer = await addLocalKey(keyFile);
    vi.restoreAllMocks();
    // Another process moves both to a newer key.
    expect(await rewrapSecrets(db, envelopes, newer)).toMatchObject({ rewrapped: 2 });
    await db.transaction((tx) => deleteWebhook(tx, orgId, second.id));
  });
  expect(await rewrapSecrets(db, envelopes, keyId)).toEqual({ rewrapped: 0, unreadable: [] });
  const after = await rows();
  expect(after.map(({ envelope }) => keyOf(envelope))).toEqual([newer]);
  expect(await keysOf(first.id)).toEqual([signingKey(first.secret)]);
});

test('reports a secret that no key opens, and rewraps the others', async () => {
  await webhook();
  await webhook();
  const { id, envelope } = (await rows())[0]!;
  const damaged = envelope.replace(/^local:v1:[0-9a-f]+/, 'local:v1:00000000');
  await db.read
    .updateTable('webhook_secrets')
    .set({ envelope: damaged })
    .where('id', '=', id)
    .execute();
  const keyId = await addLocalKey(keyFile);
  expect(await rewrapSecrets(db, envelopes, keyId)).toEqual({ rewrapped: 1, unreadable: [id] });
  expect((await rows()).map((row) => row.envelope)).toContain(damaged);
});

test('a rewrap is rejected inside a transaction', async () => {
  const { id } = await webhook();
  const keyId = await addLocalKey(keyFile);
  await expect(db.transaction(() => rewrapSecrets(db, envelopes, keyId))).rejects.toThrow(
    'inside a transaction',
  );
  expect(await keysOf(id)).toHaveLength(1);
});
