/**
 * The rules of an export of a subject, which are those of a reveal, because it contains the answers of identity
 * providers.
 */
import type { Actor } from '../../platform/audit/action.ts';
import { factsOf, newAction, writeAction } from '../../platform/audit/audit.ts';
import { lockRights } from '../../platform/auth/store.ts';
import { clock } from '../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { assertWithinDay } from '../../platform/rate-limit/within-day.ts';
import { assertApprovable, assertSecondPerson } from '../approvals/index.ts';
import { outbox } from '../webhooks/index.ts';
import { subjectExported } from './events.ts';
import type { ExportFacts } from './schemas.ts';
import * as store from './store.ts';
import { readableTo, requireSubject, retentionOf, type Places, type Reader } from './subjects.ts';

const EXPORT_PREFIX = 'subjectexport';
/** The maximum number of exports that a person may make in 24 hours. */
export const MAX_PER_DAY = 20;

export const EXPORT_ACTION = 'subject.export';
/** The members of the answer in the audit log. */
export const EXPORT_AUDIT = ['exportId', 'reasonCode', 'included'] as const;

/**
 * The revision of every subject, because an export may contain data that was stored after the request for a second
 * person.
 */
const REVISION = '';

function guarded(orgId: string, objectId: string) {
  return { orgId, action: EXPORT_ACTION, objectId, revision: REVISION } as const;
}

/** The revision of a subject, to which an approval request for its export or erasure is bound. @throws ApiError NOT_FOUND */
export async function exportRevision(
  db: Queryable,
  tables: readonly store.SubjectTable[],
  orgId: string,
  subjectId: string,
): Promise<string> {
  await requireSubject(db, tables, orgId, subjectId);
  return REVISION;
}

/** @throws ApiError RATE_LIMITED */
function assertFewExports(db: Queryable, orgId: string, personId: string): Promise<void> {
  return assertWithinDay(
    db,
    { orgId, personId, action: EXPORT_ACTION },
    MAX_PER_DAY,
    'export subjects',
  );
}

/** An export of one subject by one person. */
export type Exporting = {
  orgId: string;
  subjectId: string;
  actor: Actor;
  reasonCode: ExportFacts['reasonCode'];
};

/** Checks the export before its transaction. @throws ApiError NOT_FOUND, RATE_LIMITED, APPROVAL_REQUIRED */
export async function prepareExport(
  db: Queryable,
  tables: readonly store.SubjectTable[],
  { orgId, subjectId, actor }: Exporting,
): Promise<void> {
  await requireSubject(db, tables, orgId, subjectId);
  await assertFewExports(db, orgId, actor.id);
  await assertApprovable(db, guarded(orgId, subjectId), actor);
}

/**
 * Records an export. The document may be sent only after the commit.
 * @param tx holds the lock on rights of the organization, so exports of one person run one after the other
 * @throws ApiError RATE_LIMITED, APPROVAL_REQUIRED
 */
export async function recordExport(
  tx: Tx,
  places: Places,
  { orgId, subjectId, actor, reasonCode }: Exporting,
  reader: Reader,
): Promise<ExportFacts> {
  await assertFewExports(tx, orgId, actor.id);
  const approvalId = await assertSecondPerson(tx, guarded(orgId, subjectId), actor);
  const exportedAt = clock.now();
  const exportId = newId(EXPORT_PREFIX);
  await store.insertExport(tx, {
    org_id: orgId,
    id: exportId,
    subject_id: subjectId,
    person_id: actor.id,
    approval_id: approvalId,
    reason_code: reasonCode,
    exported_at: exportedAt,
  });
  await outbox(tx, orgId, subjectExported({ event: 'SUBJECT_EXPORTED', exportId, subjectId }));
  const { shown, omitted } = readableTo(reader, places.areas);
  const included = Object.keys(shown);
  return {
    exportId,
    organizationId: orgId,
    subjectId,
    exportedAt: exportedAt.toISOString(),
    exportedBy: actor.id,
    reasonCode,
    included,
    retention: await retentionOf(tx, places, orgId, included),
    omitted,
  };
}

/**
 * Records an export with its row in the audit log, for a command.
 * @param db the bucket of the organization
 * @throws the errors of `prepareExport` and `recordExport`
 */
export async function exportNow(
  db: Database,
  places: Places,
  exporting: Exporting,
  reader: Reader,
): Promise<ExportFacts> {
  const { orgId, subjectId, actor } = exporting;
  await prepareExport(db.read, places.tables, exporting);
  return db.transaction(async (tx) => {
    await lockRights(tx, orgId);
    const facts = await recordExport(tx, places, exporting, reader);
    const after = factsOf(facts, EXPORT_AUDIT);
    const row = { orgId, actor, action: EXPORT_ACTION, object: subjectId, after };
    await writeAction(tx, newAction(row));
    return facts;
  });
}
