import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SOMEBODY } from '../../../../test/support/actor.ts';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { openDatabase } from '../../../../test/support/webhook-checks.ts';
import { openEnvelopes } from '../../../platform/crypto/envelopes.ts';
import { addLocalKey } from '../../../platform/crypto/key-ring-file.ts';
import { createOrganization } from '../../tenants/index.ts';
import { tables } from '../tables.ts';
import { createIssuer, openIssuer } from './issuers.ts';
import { prepareIssuer } from './providers/prepare.ts';

test('secrets of identity providers are rewrapped with a new key, once, and open as before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oriki-issuers-'));
  const keyFile = join(folder, 'keys.json');
  const db = openDatabase(await cloneDatabase());
  try {
    const serverSecret = 'secret'.repeat(6);
    const envelopes = await openEnvelopes({ kms: 'local', keyFile, serverSecret });
    const input = { name: 'x', issuer: 'https://login.example.com', clientId: 'oriki' };
    const made = async (clientSecret: string | null): Promise<[string, string]> => {
      const { id: orgId } = await db.transaction((tx) =>
        createOrganization(tx, { name: 'Test', plan: 'pro', addons: [] }),
      );
      const settings = { ...input, clientSecret, clientKey: 'generate', skipCheck: true };
      const means = { envelopes, providers: undefined as never };
      const sealed = await prepareIssuer(db.read, means, orgId, undefined, settings);
      const by = { sealed, grantor: null, actor: SOMEBODY, origin: '' };
      const { id } = await db.transaction((tx) => createIssuer(tx, orgId, settings, by));
      return [orgId, id];
    };
    const [one, two, none] = [await made('first'), await made('second'), await made(null)];
    const keyId = await addLocalKey(keyFile);
    const { envelope: secrets, client_key: keys } = tables.sign_in_issuers.sealed;
    for (const [ofSecrets, ofKeys] of [
      [2, 3],
      [0, 0],
    ])
      expect([await secrets(db, envelopes, keyId), await keys(db, envelopes, keyId)]).toEqual([
        { rewrapped: ofSecrets, unreadable: [] },
        { rewrapped: ofKeys, unreadable: [] },
      ]);
    const secretOf = async ([orgId, id]: [string, string]) =>
      (await openIssuer(db.read, envelopes, orgId, id))?.clientSecret;
    expect([await secretOf(one), await secretOf(two), await secretOf(none)]).toEqual([
      'first',
      'second',
      undefined,
    ]);
    // An envelope opens only in its own row.
    expect(await openIssuer(db.read, envelopes, one[0], two[1])).toBeUndefined();
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
