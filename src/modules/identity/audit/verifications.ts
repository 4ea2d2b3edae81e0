import type { LastStatement, Queryable, Tx } from '../../../platform/db/database.ts';
import { daysAnswer, daysWithin } from '../../../platform/db/lists/by-day.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import { appliedPage, toPage, type PageInput } from '../../../platform/http/schema.ts';
import { verificationFacts } from '../../tenants/index.ts';
import { withdrawalsOf } from '../consent/withdrawals.ts';
import type { Kind } from '../kinds/schemas.ts';
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

/** The organizations that hide last characters, and the last withdrawal of each subject; null for none. */
async function factsFor(db: Queryable, of: readonly { orgId: string; subjectId: string }[]) {
  const facts = await verificationFacts(
    db,
    of.map(({ orgId }) => orgId),
  );
  const withdrawals =
    facts.withWithdrawals.size === 0 ? of.map(() => null) : await withdrawalsOf(db, of);
  return { without: facts.withoutLast4, withdrawals };
}

/**
 * Writes audit rows, their envelopes and their places in the linker's queue, in one statement. Takes no lock that would
 * delay another call of the organizations. Omits the last four characters of identifiers where the organization does
 * not store them.
 * @param last if given, the statement is sent together with COMMIT
 * @returns for each row, the time of the last withdrawal of a consent of its subject; null for never
 */
export async function insertVerifications(
  tx: Tx,
  recorded: Recorded[],
  last?: LastStatement,
): Promise<(Date | null)[]> {
  const records = recorded.map(({ record }) => record);
  const { without, withdrawals } = await factsFor(tx, records);
  const rows = recorded.map(({ record, envelope }) =>
    toRow({
      record: without.has(record.orgId) ? { ...record, identifierLast4: null } : record,
      envelope,
    }),
  );
  const insertion = store.insertionOfVerifications(rows);
  if (last) last(insertion);
  else await tx.executeQuery(insertion);
  return withdrawals;
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

/** A row as its organization sees it. */
export type ShownVerification = VerificationRecord & {
  /** The time of the last withdrawal of a consent of the subject. */
  consentWithdrawnAt?: Date;
};

/** Omits the fields that the organization has chosen to hide, even if they were stored before. */
async function asShown(db: Queryable, rows: store.VerificationRow[]): Promise<ShownVerification[]> {
  if (rows.length === 0) return [];
  const records = rows.map(toRecord);
  const { without, withdrawals } = await factsFor(db, records);
  return records.map((record, i) => {
    const at = withdrawals[i];
    return {
      ...record,
      ...(without.has(record.orgId) && { identifierLast4: null }),
      ...(at && { consentWithdrawnAt: at }),
    };
  });
}

/** Returns a verification with its envelope, null if none is stored; undefined for an unknown id. */
export async function selectVerification(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<(ShownVerification & { envelope: string | null }) | undefined> {
  const row = await store.selectVerification(db, orgId, id);
  const [shown] = row ? await asShown(db, [row]) : [];
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
  return toPage(await asShown(db, rows), part, page);
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
