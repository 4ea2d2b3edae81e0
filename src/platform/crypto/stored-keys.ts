import type { Queryable } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { isKeyId } from './envelope.ts';
import { firstLocalKeyId, keyRingExists, readKeyRing } from './key-ring-file.ts';
import { SERVER_SECRET_KEY_ID } from './key-provider.ts';
import type { KeySettings } from './envelopes.ts';
import { storedKeyIds } from './store.ts';

/** Envelopes in the database are under keys that this process does not have. */
export class MissingKeys extends Error {
  constructor(keyIds: readonly string[]) {
    super(
      `values in the database are encrypted under keys that this process does not have: ${keyIds.join(', ')}. Put the newest key ` +
        "ring's file of this database, from another host or a backup, in the place of the current one (ORIKI_KMS_KEY_FILE, " +
        'or keys.json in the data folder), or name external keys in ORIKI_KMS_OPENS. Only if a key is permanently lost: ' +
        'name it in ORIKI_KMS_LOST; values under it stay unreadable',
    );
    this.name = 'MissingKeys';
  }
}

/**
 * Returns the ids of keys of stored envelopes that the settings cannot open. Creates no ring: a missing ring counts
 * as the one that would be created.
 * @throws KeyRingError
 */
export async function missingKeys(
  db: Queryable,
  tables: Tables,
  settings: KeySettings,
): Promise<string[]> {
  const { kms, second, opens = [], keyFile, serverSecret } = settings;
  const known = new Set<string | undefined>([SERVER_SECRET_KEY_ID, kms, second, ...opens]);
  if (await keyRingExists(keyFile)) {
    const { ring } = await readKeyRing(keyFile);
    for (const keyId of ring.keys.keys()) known.add(keyId);
  } else if (kms === 'local' || second === 'local') known.add(firstLocalKeyId(serverSecret));
  const stored = await storedKeyIds(db, tables);
  // A text that is not a key id is a damaged row, which no key would open.
  return stored.filter((keyId) => isKeyId(keyId) && !known.has(keyId));
}

/**
 * Rejects keys that do not open all stored envelopes. It also rejects a copy of the ring made before a rotation, which
 * `assertKeyRing` accepts as the same ring.
 * @param tables those of the modules
 * @param lost ids of keys that the operator has given up
 * @throws MissingKeys, KeyRingError
 */
export async function assertStoredKeys(
  db: Queryable,
  tables: Tables,
  settings: KeySettings,
  lost: readonly string[],
): Promise<void> {
  const missing = (await missingKeys(db, tables, settings)).filter(
    (keyId) => !lost.includes(keyId),
  );
  if (missing.length > 0) throw new MissingKeys(missing);
}
