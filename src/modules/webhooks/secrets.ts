import { EnvelopeError } from '../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';
import { secretContext } from './secret-box.ts';
import * as store from './subscriptions/store.ts';

/** Rows read at once. */
const BATCH = 500;

/**
 * Goes once through the signing secrets of all organizations and moves those that are not under `keyId`, the
 * current key, to the current key. Safe beside services and beside another of its kind: rows are changed one at
 * a time, each only while it holds the envelope that was read. What is inserted meanwhile may be left to the
 * next time. Old and new envelope hold the same secret, so dispatchers need not look at subscriptions anew.
 * @returns how many were moved, and the ids of those that open under no key there is: they stay as they are
 * @throws KeyRingError; Error without a KMS, or inside a transaction
 */
export async function rewrapSecrets(
  db: Database,
  envelopes: Envelopes,
  keyId: string,
): Promise<{ rewrapped: number; unreadable: string[] }> {
  let rewrapped = 0;
  const unreadable: string[] = [];
  let after: store.SecretPlace | undefined = { org_id: '', webhook_id: '', id: '' };
  while (after) {
    const rows = await store.selectSecretsToRewrap(db.read, keyId, after, BATCH);
    for (const row of rows) {
      const replacement = await underCurrentKey(envelopes, row);
      if (replacement === undefined) unreadable.push(row.id);
      // The same one, when another key has become the current one.
      else if (replacement !== row.envelope)
        if (await store.replaceEnvelope(db.read, row, replacement)) rewrapped += 1;
    }
    after = rows.at(-1);
  }
  return { rewrapped, unreadable };
}

/** @returns undefined when the envelope cannot be opened */
async function underCurrentKey(
  envelopes: Envelopes,
  { org_id, id, envelope }: store.StoredSecret,
): Promise<string | undefined> {
  try {
    return await envelopes.rewrap(secretContext(org_id, id), envelope);
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
