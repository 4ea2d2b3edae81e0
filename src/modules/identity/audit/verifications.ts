import type { LastStatement, Queryable, Tx } from '../../../platform/db/database.ts';
import { daysAnswer, daysWithin } from '../../../platform/db/lists/by-day.ts';
import { withRange } from '../../../platform/iso-time.ts';
import { appliedPage, toPage, type PageInput } from '../../../platform/http/schema.ts';
import { withoutIdentifierLast4 } from '../../tenants/index.ts';
import type { Kind } from '../kinds.ts';
import { hashRecord, metadataText, type Status, type VerificationRecord } from './record.ts';
import * as store from './store.ts';

/** `envelope` is null if and only if `record.payloadSha256` is null. */
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
 * Writes audit rows, their envelopes and their places in the linker's queue, in one statement. Takes no lock that would
 * delay another call of the organizations. Omits the last four characters of identifiers where the organization does
 * not store them.
 * @param last if given, the statement is sent together with COMMIT
 */
export async function insertVerifications(
  tx: Tx,
  recorded: Recorded[],
  last?: LastStatement,
): Promise<void> {
  const orgIds = recorded.map(({ record }) => record.orgId);
  const without = await withoutIdentifierLast4(tx, orgIds);
  const rows = recorded.map(({ record, envelope }) =>
    toRow({
      record: without.has(record.orgId) ? { ...record, identifierLast4: null } : record,
      envelope,
    }),
  );
  const insertion = store.insertionOfVerifications(rows);
  if (last) last(insertion);
  else await tx.executeQuery(insertion);
}

function toRecord(row: store.VerificationRow): VerificationRecord {
  return {
    orgId: row.org_id,
    id: row.id,
    subjectId: row.subject_id,
    // The table's constraints allow no other values.
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

/** Omits the fields that the organization has chosen to hide, whenever they were stored. */
async function asShown(
  db: Queryable,
  orgId: string,
  rows: store.VerificationRow[],
): Promise<VerificationRecord[]> {
  const without = await withoutIdentifierLast4(db, [orgId]);
  const records = rows.map(toRecord);
  return without.has(orgId)
    ? records.map((record) => ({ ...record, identifierLast4: null }))
    : records;
}

/** With its envelope, null if nothing was stored; undefined if the organization has no such row. */
export async function selectVerification(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<(VerificationRecord & { envelope: string | null }) | undefined> {
  const row = await store.selectVerification(db, orgId, id);
  const [shown] = row ? await asShown(db, orgId, [row]) : [];
  return row && shown && { ...shown, envelope: row.envelope };
}

/** Newest first, without envelopes. */
export async function listVerifications(
  db: Queryable,
  orgId: string,
  query: store.VerificationFilter & PageInput,
) {
  const page = appliedPage(query);
  const { rows, ...part } = await store.selectVerifications(db, orgId, query, page);
  return toPage(await asShown(db, orgId, rows), part, page);
}

/** Verifications by day and outcome. */
export async function verificationsByDay(
  db: Queryable,
  orgId: string,
  query: { kind?: Kind; from?: string; to?: string },
) {
  const { kind, ...named } = withRange(query);
  const range = daysWithin(named);
  const filter = { ...range, ...(kind !== undefined && { kind }) };
  return daysAnswer(range, await store.countVerifications(db, orgId, filter), {
    verified: 'verified',
    failed: 'failed',
    providerDown: 'provider_down',
  });
}
