import { rewrapColumn, rewrapTable } from '../../platform/crypto/rewrap.ts';
import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';
import { requestContext } from './verify/dead-letters/sealing.ts';
import type { Kind } from './kinds.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';
import { responseContext } from './verify/verifier.ts';
import { replacePayloadEnvelope, selectPayloadsToRewrap } from './payloads/store.ts';

/** Rewraps the stored answers of providers under the current key. Audit rows stay unchanged. */
function rewrapPayloads(db: Database, envelopes: Envelopes, keyId: string) {
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

const rewrapDeadLetters = rewrapColumn(
  { table: 'dead_letters', key: ['org_id', 'id'], also: ['verification_id', 'kind'] },
  (row) => requestContext({ orgId: row.org_id, id: row.verification_id, kind: row.kind as Kind }),
);

/** The module's tables. */
export const tables = {
  dead_letters: {
    sealed: { envelope: rewrapDeadLetters },
    waiting: { as: 'dead_letters', status: 'waiting' },
  },
  // A new key wraps the same ciphertext, whose hash the audit row has.
  identity_payloads: {
    service: [...APPEND, 'UPDATE(envelope)'],
    sealed: { envelope: rewrapPayloads },
  },
  identity_verifications: { service: APPEND },
} satisfies ModuleTables;
