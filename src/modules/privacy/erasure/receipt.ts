/** The receipt of an erasure: the erased data, the data that stays, the reason why, and until when. */
import { listPeriods } from '../../retention/index.ts';
import type { EraseTools } from './erase.ts';
import { FORMAT, type ErasureReceipt } from './schemas.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
/** Erased data that belongs to no module's table. */
const OTHER_DATA: Readonly<Record<string, { data: string[]; remains: string }>> = {
  events: { data: ['data of events'], remains: 'The type and the time, for 30 days.' },
  exports: { data: ['files of exports'], remains: 'Who exported which data, and when.' },
  subject_keys: {
    data: ['the key of the subject, which opened its encrypted values, in its store and in copies'],
    remains: 'The keyed hash in its name.',
  },
  idempotency_records: {
    data: ['answers to requests with an idempotency key'],
    remains: 'That the request was answered, for 24 hours.',
  },
};

type Document = Omit<ErasureReceipt, 'sha256' | 'signature'>;

/** @param at the end of the erasure */
export async function receiptOf(
  { db, tables, recordClasses }: EraseTools,
  row: store.ErasureRow,
  at: Date,
): Promise<Document> {
  const of = { orgId: row.org_id, subjectId: row.subject_id };
  const { classes } = await listPeriods(db.read, recordClasses, of.orgId);
  const endOf = (name: string | null): string | null => {
    const period = classes.find((one) => one.class === name && one.isOn);
    return period ? new Date(at.getTime() + period.days * DAY_MS).toISOString() : null;
  };
  const kept: Document['kept'] = [];
  for (const { table, why, until } of tables.kept) {
    const count = await store.countRows(db.read, tables.paths, table, of);
    if (count > 0)
      kept.push({ table, data: tables.contents[table]!, count, reason: why, until: endOf(until) });
  }
  kept.push({
    table: 'audit_actions',
    data: ['who did what with the subject, by ids'],
    count: await store.countActions(db.read, of),
    reason: 'The rows of the audit chain prove who did what.',
    until: endOf('audit'),
  });
  const remainsOf = (table: string): string | null => {
    const erasure = tables.erased.find((one) => one.table === table)?.erasure;
    const remains = typeof erasure === 'object' && 'by' in erasure ? erasure.remains : undefined;
    return remains ?? OTHER_DATA[table]?.remains ?? null;
  };
  return {
    format: FORMAT,
    erasureId: row.id,
    organizationId: of.orgId,
    subjectId: of.subjectId,
    requestedBy: row.person_id,
    approvalId: row.approval_id,
    reasonCode: row.reason_code as Document['reasonCode'],
    requestedAt: row.requested_at.toISOString(),
    completedAt: at.toISOString(),
    erased: Object.entries(row.counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([table, count]) => ({
        table,
        data: tables.contents[table] ?? OTHER_DATA[table]?.data ?? [],
        count,
        remains: remainsOf(table),
      })),
    kept,
  };
}
