import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { rewrapTable } from '../../../platform/crypto/rewrap.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Kind } from '../kinds.ts';
import { responseContext } from '../verify/verifier.ts';
import { replacePayloadEnvelope, selectPayloadsToRewrap } from './store.ts';

/** Rewraps the stored answers of providers under the current key. Audit rows stay unchanged. */
export function rewrapPayloads(db: Database, envelopes: Envelopes, keyId: string) {
  return rewrapTable(
    {
      select: selectPayloadsToRewrap,
      context: ({ org_id, verification_id, kind }) =>
        responseContext({ orgId: org_id, id: verification_id, kind: kind as Kind }),
      replace: replacePayloadEnvelope,
    },
    db,
    envelopes,
    keyId,
  );
}
