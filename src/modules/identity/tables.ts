import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';
import { requestContext } from './dead-letters/sealing.ts';
import type { Kind } from './kinds.ts';
import { rewrapPayloads } from './payloads/rewrap.ts';

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
