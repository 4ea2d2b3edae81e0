import { hashOf } from '../../../platform/audit/action.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Kind } from '../kinds/schemas.ts';

export type Status = 'verified' | 'failed' | 'provider_down';

/** One audit row. Contains no personal data. */
export type VerificationRecord = {
  orgId: string;
  id: string;
  subjectId: string;
  kind: Kind;
  country: string;
  status: Status;
  reason: string | null;
  metadata: Record<string, unknown>;
  provider: string | null;
  identifierHmac: Buffer | null;
  identifierLast4: string | null;
  payloadSha256: Buffer | null;
  replayOf: string | null;
  verifiedAt: Date;
};

/** Columns of an audit row, in the order in which they are hashed. */
export const HASHED_COLUMNS = [
  'org_id',
  'id',
  'subject_id',
  'kind',
  'country',
  'status',
  'reason',
  'metadata',
  'provider',
  'identifier_hmac',
  'identifier_last4',
  'payload_sha256',
  'replay_of',
  'verified_at',
] as const;

/** An audit row as texts: bytes in hexadecimal, JSON as it is stored, times in milliseconds since 1970. */
export type RowTexts = Record<(typeof HASHED_COLUMNS)[number], string | null>;

const ROW_DOMAIN = 'oriki-audit-row-v1';

/** The metadata text as stored. */
export function metadataText(record: VerificationRecord): string {
  return canonicalJson(record.metadata);
}

/** SHA-256 of a JSON array of strings and nulls: docs/audit-log.md. */
export function hashRow(row: RowTexts): Buffer {
  return hashOf([ROW_DOMAIN, ...HASHED_COLUMNS.map((column) => row[column])]);
}

/** The hash of the record's row. */
export function hashRecord(record: VerificationRecord, metadata = metadataText(record)): Buffer {
  return hashRow({
    org_id: record.orgId,
    id: record.id,
    // The text in the form that PostgreSQL stores, because a lone surrogate has no UTF-8 form.
    subject_id: record.subjectId.toWellFormed(),
    kind: record.kind,
    country: record.country,
    status: record.status,
    reason: record.reason?.toWellFormed() ?? null,
    metadata,
    provider: record.provider?.toWellFormed() ?? null,
    identifier_hmac: record.identifierHmac?.toString('hex') ?? null,
    identifier_last4: record.identifierLast4?.toWellFormed() ?? null,
    payload_sha256: record.payloadSha256?.toString('hex') ?? null,
    replay_of: record.replayOf,
    verified_at: String(record.verifiedAt.getTime()),
  });
}
