import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';
import { rewrapDeadLetters, rewrapPayloads } from './payloads/rewrap.ts';

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
