import type { Actor } from '../../platform/audit/action.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { found } from '../../platform/errors/index.ts';
import { isId } from '../../platform/ids.ts';
import { findSubject } from '../monitoring/index.ts';
import { toShown, withdrawalIn } from './cases.ts';
import { readFiles } from './files/files.ts';
import { selectHistory } from './history/store.ts';
import { readItems } from './items/items.ts';
import { readNotes } from './notes/notes.ts';
import type { CasePlace } from './places/schemas.ts';
import { CASE_PREFIX, type Case } from './schemas.ts';
import { selectShown } from './store.ts';

/** The number of changes in one answer. */
const CHANGES_AT_ONCE = 100;
/** The number of changes per read when all are read. */
const CHANGES_OF_ALL = 1000;

/** Returns a name with only the first letter of each word, which is enough to recognize a known person. */
function masked(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}…`)
    .join(' ');
}

/** Returns a change of a case as answers show it. */
function toChange({
  id,
  change,
  detail,
  at,
  ...by
}: Awaited<ReturnType<typeof selectHistory>>['rows'][number]): Case['history'][number] {
  return {
    id,
    change,
    detail: detail as Record<string, unknown>,
    by: { kind: by.actor_kind as Actor['kind'], id: by.actor_id },
    at: at.toISOString(),
  };
}

/** Returns all changes of a case, oldest first. */
export async function allChanges(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<Case['history']> {
  const changes: Case['history'] = [];
  for (let before: string | undefined; ;) {
    const { rows } = await selectHistory(db, orgId, id, before, CHANGES_OF_ALL);
    changes.unshift(...rows.map(toChange));
    if (rows.length < CHANGES_OF_ALL) return changes;
    before = rows[0]!.id;
  }
}

/**
 * Returns a case with decrypted notes and file names, and one page each of items, notes and changes.
 * @throws ApiError NOT_FOUND; the key provider's error
 */
export async function getCase(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  id: string,
  { itemsAfter, notesAfter, historyBefore }: CasePlace = {},
): Promise<Case> {
  const row = await found(
    'case',
    isId(CASE_PREFIX, id) && selectShown(db, orgId, id, withdrawalIn(orgId)),
  );
  const [subject, items, notes, files, history] = await Promise.all([
    findSubject(db, orgId, row.subject_id),
    readItems(db, envelopes, orgId, id, itemsAfter),
    readNotes(db, envelopes, orgId, id, notesAfter),
    readFiles(db, envelopes, orgId, id),
    selectHistory(db, orgId, id, historyBefore, CHANGES_AT_ONCE + 1),
  ]);
  const changes = history.rows.slice(-CHANGES_AT_ONCE);
  return {
    ...toShown(row),
    subject: {
      id: row.subject_id,
      isEnrolled: subject !== undefined,
      label: subject ? masked(subject.name) : null,
    },
    items: items.items,
    notes: notes.notes,
    files,
    history: changes.map(toChange),
    historyTotal: history.total,
    itemsTotal: items.total,
    notesTotal: notes.total,
    itemsNext: items.next,
    notesNext: notes.next,
    historyNext: history.rows.length > changes.length ? changes[0]!.id : null,
  };
}
