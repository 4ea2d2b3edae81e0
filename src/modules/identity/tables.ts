import { rewrapColumn, rewrapIn } from '../../platform/crypto/rewrap.ts';
import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';
import { requestContext } from './verify/dead-letters/sealing.ts';
import type { Kind } from './kinds/schemas.ts';
import { responseContext } from './verify/verifier.ts';
import { reasonContext } from './reveal/reveal.ts';
import { eraseConsents, erasePayloads } from './erasure/store.ts';
import {
  replacePayloadEnvelope,
  selectPayloadsOfSubjects,
  selectPayloadsToRewrap,
} from './payloads/store.ts';

/** Rewraps the stored answers of providers under the current key. Audit rows stay unchanged. */
const rewrapPayloads = rewrapIn({
  select: selectPayloadsToRewrap,
  ofSubjects: selectPayloadsOfSubjects,
  context: ({ org_id, verification_id, kind, subject }) => ({
    ...responseContext({ orgId: org_id, id: verification_id, kind: kind as Kind }),
    subject,
  }),
  replace: replacePayloadEnvelope,
});

/** The subject of a row with a verification. */
const SUBJECT = {
  column: 'verification_id',
  table: 'identity_verifications',
  key: 'id',
  subject: 'subject_id',
};

const rewrapDeadLetters = rewrapColumn(
  {
    table: 'dead_letters',
    key: ['org_id', 'id'],
    also: ['verification_id', 'kind'],
    subject: SUBJECT,
  },
  (row) => requestContext({ orgId: row.org_id, id: row.verification_id, kind: row.kind as Kind }),
);

const rewrapReasons = rewrapColumn(
  { table: 'identity_reveals', key: ['org_id', 'id'], subject: SUBJECT },
  (row) => reasonContext(row.org_id, row.id),
);

/** The module's tables. */
export const tables = {
  dead_letters: {
    sealed: { envelope: rewrapDeadLetters },
    waiting: { as: 'dead_letters', status: 'waiting' },
    personal: {
      people: 'customers',
      columns: { envelope: 'requests for verifications' },
      others: [
        'verification_id',
        'kind',
        'country',
        'providers',
        'status',
        'holder',
        'replayed_as',
      ],
      subject: { column: 'verification_id', table: 'identity_verifications', key: 'id' },
      erasure: 'deleted',
      readers: ['identity:reveal'],
      kept: 'until answered or discarded, at most 30 days',
      classes: ['dead_letters'],
      recipients: ['identity providers'],
    },
  },
  // A new key wraps the same ciphertext, whose hash the audit row has.
  identity_payloads: {
    service: [...APPEND, 'DELETE', 'UPDATE(envelope)'],
    tenant: [...APPEND, 'UPDATE(envelope)'],
    sealed: { envelope: rewrapPayloads },
    personal: {
      people: 'customers',
      columns: { envelope: 'answers of identity providers' },
      others: ['verification_id'],
      subject: { column: 'verification_id', table: 'identity_verifications', key: 'id' },
      erasure: { by: erasePayloads },
      readers: ['identity:reveal'],
      kept: 'until deleted',
      classes: ['verification_payloads'],
    },
  },
  identity_reveals: {
    service: [...APPEND, 'DELETE', 'UPDATE(envelope)'],
    tenant: [...APPEND, 'UPDATE(envelope)'],
    sealed: { envelope: rewrapReasons },
    personal: {
      people: 'customers',
      columns: { envelope: 'reasons of reveals', person_id: 'ids of members' },
      others: ['verification_id', 'approval_id', 'reason_code'],
      subject: { column: 'verification_id', table: 'identity_verifications', key: 'id' },
      erasure: 'deleted',
      readers: ['identity:reveal'],
      kept: 'until deleted',
      classes: ['audit'],
    },
  },
  // A trigger allows the deletion only of rows that a checkpoint covers.
  identity_verifications: {
    service: [...APPEND, 'DELETE'],
    tenant: APPEND,
    personal: {
      people: 'customers',
      columns: {
        subject_id: 'ids of customers',
        identifier_hmac: 'keyed hashes of numbers',
        identifier_last4: 'last characters of numbers',
        metadata: 'results of verifications',
      },
      others: [
        'kind',
        'country',
        'status',
        'reason',
        'provider',
        'replay_of',
        'payload_sha256',
        'row_hash',
      ],
      subject: 'subject_id',
      erasure: { kept: 'The rows of the audit chain prove what was checked.', until: 'audit' },
      readers: ['identity:verify'],
      kept: 'always',
      classes: ['audit'],
      recipients: ['export files'],
    },
  },
  identity_consents: {
    service: [...APPEND, 'DELETE', 'UPDATE(withdrawn_at)'],
    tenant: [...APPEND, 'UPDATE(withdrawn_at)'],
    personal: {
      people: 'customers',
      columns: { subject_id: 'ids of customers', reference: 'ids of records of consents' },
      others: ['purpose', 'text_version', 'channel', 'sha256'],
      subject: 'subject_id',
      erasure: { by: eraseConsents },
      readers: ['identity:verify'],
      kept: 'always',
      classes: ['consents'],
    },
  },
} satisfies ModuleTables;
