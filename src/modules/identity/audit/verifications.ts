import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import type { Kind } from '../kinds.ts';
import { hashRecord, metadataText, type Status, type VerificationRecord } from './record.ts';
import * as store from './store.ts';

/** `envelope` is null exactly when `record.payloadSha256` is. */
export type Recorded = { record: VerificationRecord; envelope: string | null };

function toRow({ record, envelope }: Recorded) {
  const metadata = metadataText(record);
  return {
    org_id: record.orgId,
    id: record.id,
    subject_id: record.subjectId,
    kind: record.kind,
    country: record.country,
    status: record.status,
    reason: record.reason,
    metadata,
    provider: record.provider,
    identifier_hmac: record.identifierHmac,
    identifier_last4: record.identifierLast4,
    payload_sha256: record.payloadSha256,
    replay_of: record.replayOf,
    verified_at: record.verifiedAt,
    row_hash: hashRecord(record, metadata),
    envelope,
  };
}

/**
 * Writes audit rows, their envelopes and their places in the queue of the linker, in one statement. Takes no lock that
 * another call of the organizations would wait for.
 */
export async function insertVerifications(tx: Tx, recorded: Recorded[]): Promise<void> {
  await store.insertVerifications(tx, recorded.map(toRow));
}

function toRecord(row: store.VerificationRow): VerificationRecord {
  return {
    orgId: row.org_id,
    id: row.id,
    subjectId: row.subject_id,
    // The table's constraints allow no others.
    kind: row.kind as Kind,
    country: row.country,
    status: row.status as Status,
    reason: row.reason,
    metadata: row.metadata as Record<string, unknown>,
    provider: row.provider,
    identifierHmac: row.identifier_hmac,
    identifierLast4: row.identifier_last4,
    payloadSha256: row.payload_sha256,
    replayOf: row.replay_of,
    verifiedAt: row.verified_at,
  };
}

/** With its envelope, null when nothing was stored; undefined when the organization has no such row. */
export async function selectVerification(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<(VerificationRecord & { envelope: string | null }) | undefined> {
  const row = await store.selectVerification(db, orgId, id);
  return row && { ...toRecord(row), envelope: row.envelope };
}

/** Newest first, without envelopes. */
export async function listVerifications(
  db: Queryable,
  orgId: string,
  { page: number, limit, ...filter }: store.VerificationFilter & { page?: number; limit?: number },
) {
  const page = appliedPage({
    ...(number === undefined ? {} : { page: number }),
    ...(limit === undefined ? {} : { limit }),
  });
  const { rows, total } = await store.selectVerifications(db, orgId, filter, page);
  return toPage(rows.map(toRecord), total, page);
}
