import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { rewrapTable } from '../../platform/crypto/rewrap.ts';
import type { Database } from '../../platform/db/database.ts';
import { credentialContext } from './credentials/box.ts';
import { replacePartEnvelope, selectPartsToRewrap } from './credentials/store.ts';
import { secretContext } from './secret-box.ts';
import { replaceEnvelope, selectSecretsToRewrap } from './subscriptions/store.ts';

/**
 * Rewraps the signing secrets of all organizations with the current key. The secret stays the same, so dispatchers
 * need not reload subscriptions.
 */
export function rewrapSecrets(db: Database, envelopes: Envelopes, keyId: string) {
  return rewrapTable(
    {
      select: selectSecretsToRewrap,
      context: ({ org_id, id }) => secretContext(org_id, id),
      replace: replaceEnvelope,
    },
    db,
    envelopes,
    keyId,
  );
}

/** Rewraps the headers and credentials of the webhooks of all organizations with the current key. */
export function rewrapCredentials(db: Database, envelopes: Envelopes, keyId: string) {
  return rewrapTable(
    {
      select: selectPartsToRewrap,
      context: ({ org_id, id }) => credentialContext(org_id, id),
      replace: replacePartEnvelope,
    },
    db,
    envelopes,
    keyId,
  );
}
