/** The case file: a case with all its decisions in one signed document, which can be read without Oriki. */
import type { Actor } from '../../../platform/audit/action.ts';
import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { approvalRecords } from '../../approvals/index.ts';
import { linkedActions, type LinkedAction } from '../../audit/index.ts';
import { entryRecords } from '../../lists/index.ts';
import { hitRecords, subjectsById, type HitRecord } from '../../monitoring/index.ts';
import { getOrganization } from '../../tenants/index.ts';
import type { CaseServices } from '../access.ts';
import { toShown, withdrawalIn } from '../cases.ts';
import { readFiles } from '../files/files.ts';
import { readAllItems } from '../items/items.ts';
import { readAllNotes } from '../notes/notes.ts';
import { CASE_PREFIX } from '../schemas.ts';
import { selectShown } from '../store.ts';
import { allChanges } from '../view.ts';
import { FORMAT, type SignedCase } from './schemas.ts';

const CALLER = /"((?:usr|key)_[0-9a-z]{26})"/g;

/** Returns a hit whose decisions name their rows of the audit log. A decision and its row have the same revision. */
function withRows(hit: HitRecord, actions: readonly LinkedAction[]): SignedCase['hits'][number] {
  const rows = actions.filter(
    ({ action, objectId }) => action === 'hit.decide' && objectId === hit.id,
  );
  const rowOf = ({ hitRevision, reason }: HitRecord['decisions'][number]) =>
    rows.find(({ after }) =>
      hitRevision === null
        ? reason?.hash && after?.['reasonHash'] === reason.hash
        : after?.['revision'] === hitRevision,
    );
  const decisions = hit.decisions.map((decision) => ({
    ...decision,
    auditId: rowOf(decision)?.id ?? null,
  }));
  return { ...hit, decisions };
}

/** Returns the ids of people and keys in a part of the document. */
function callersIn(part: unknown): string[] {
  return [...JSON.stringify(part).matchAll(CALLER)].map(([, id]) => id!);
}

/**
 * Returns a case with all data about its decisions, signed. Reads the changes first, so the rest of the document has
 * everything that they name.
 * @throws ApiError NOT_FOUND; SERVICE_UNAVAILABLE if the signing key does not open; the key provider's error
 */
export async function signedCase(
  db: Queryable,
  { envelopes, namesOf, signing }: CaseServices,
  orgId: string,
  id: string,
  actor: Actor,
): Promise<SignedCase> {
  const row = await found(
    'case',
    isId(CASE_PREFIX, id) && selectShown(db, orgId, id, withdrawalIn(orgId)),
  );
  const printedAt = clock.now().toISOString();
  const history = await allChanges(db, orgId, id);
  const [items, notes, files, { name }] = await Promise.all([
    readAllItems(db, envelopes, orgId, id),
    readAllNotes(db, envelopes, orgId, id),
    readFiles(db, envelopes, orgId, id),
    getOrganization(db, orgId),
  ]);
  const hitIds = items.filter(({ kind }) => kind === 'hit').map((item) => item.id);
  const hits = await hitRecords(db, envelopes, orgId, hitIds);
  const decisions = hits.flatMap((hit) => hit.decisions);
  const approvals = await approvalRecords(db, envelopes, orgId, {
    ids: decisions.flatMap(({ approvalId }) => approvalId ?? []),
    objectIds: hitIds,
  });
  const entries = await entryRecords(
    db,
    orgId,
    hits.flatMap(({ entryId, listRevision, decisions: made }) =>
      [listRevision, ...made.flatMap((one) => one.listRevision ?? [])].map((version) => ({
        entryId,
        version,
      })),
    ),
  );
  const subjectIds = [...new Set([row.subject_id, ...hits.map(({ subjectId }) => subjectId)])];
  const about = [id, ...hitIds, ...approvals.map((one) => one.id)];
  const { actions, head } = await linkedActions(db, orgId, about);
  const parts = {
    format: FORMAT,
    organization: { id: orgId, name },
    printedBy: { kind: actor.kind, id: actor.id },
    printedAt,
    case: toShown(row),
    subjects: await subjectsById(db, orgId, subjectIds),
    hits: hits.map((hit) => withRows(hit, actions)),
    entries,
    approvals,
    items,
    notes,
    files,
    history,
    audit: actions,
    chainHead: head,
  } as const;
  const { printedBy, case: summary, audit } = parts;
  const callers = new Set(
    [printedBy, summary, hits, approvals, items, notes, files, history, audit].flatMap(callersIn),
  );
  const names = await namesOf(orgId, [...callers]);
  const document = {
    ...parts,
    callers: [...callers]
      .toSorted()
      .map((caller) => ({ id: caller, name: names.get(caller) ?? null })),
  };
  return { ...document, ...(await signing.sign(document)) };
}
