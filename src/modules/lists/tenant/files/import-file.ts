import { voidedWith } from '../../../approvals/index.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { badRequest, type ErrorDetail, found } from '../../../../platform/errors/index.ts';
import { isId } from '../../../../platform/ids.ts';
import { CANON_VERSION } from '../../../../names/index.ts';
import type { EntryRow } from '../entry-rows.ts';
import { LIST_PREFIX } from '../schemas.ts';
import { advanceList, insertEntries, lockList } from '../store.ts';
import { SharedIds } from '../shared-ids.ts';
import {
  comparedSlices,
  Measure,
  openEntryFile,
  slicesOf,
  type OpenEntryFile,
} from './entry-file.ts';
import { MOST_NAMED, type ImportedEntries, type ImportEntries } from './schemas.ts';

/** Entries added by one statement. */
const ADDED = 500;
/** The same number as in other errors. */
const MOST_DETAILS = 20;

/** Reads the whole file. @throws ApiError BAD_REQUEST unless all of it can be added */
export async function checkEntryFile(asked: ImportEntries): Promise<OpenEntryFile> {
  const file = await openEntryFile(asked);
  const measure = new Measure();
  const details: ErrorDetail[] = [];
  for await (const row of file.rows()) {
    measure.add(row);
    if (!('problems' in row)) continue;
    for (const { field, message } of row.problems) {
      const where = field === null ? '' : `${field}: `;
      details.push({ path: 'content', message: `line ${row.line}: ${where}${message}` });
    }
    if (details.length >= MOST_DETAILS) break;
  }
  if (details.length > 0) throw badRequest(details.slice(0, MOST_DETAILS));
  if (measure.entries === 0)
    throw badRequest([{ path: 'content', message: 'must have a row below the header' }]);
  return file;
}

async function* noted(rows: AsyncIterable<EntryRow>, shared: SharedIds): AsyncGenerator<EntryRow> {
  for await (const row of rows) {
    shared.note(row);
    yield row;
  }
}

/**
 * Adds the entries of a checked file, all or none. Every screening that starts after the commit sees them. Other
 * changes of the list wait, so that duplicates stay duplicates.
 * @throws ApiError NOT_FOUND
 */
export async function importEntryFile(
  tx: Tx,
  orgId: string,
  listId: string,
  { leaveOutDuplicates = false }: ImportEntries,
  file: OpenEntryFile,
): Promise<ImportedEntries> {
  const before = await found('list', isId(LIST_PREFIX, listId) && lockList(tx, orgId, listId));
  const target = { orgId, listId, revision: before + 1, canonVersion: CANON_VERSION };
  let [added, leftOut] = [0, 0];
  const shared = new SharedIds(MOST_NAMED);
  const rows = noted(file.rows(), shared);
  const slices = leaveOutDuplicates ? comparedSlices(tx, { orgId, listId }, rows) : slicesOf(rows);
  for await (const slice of slices) {
    const kept = slice.filter(({ of }) => of === undefined).map(({ entry }) => entry);
    for (let at = 0; at < kept.length; at += ADDED)
      await insertEntries(tx, target, kept.slice(at, at + ADDED));
    added += kept.length;
    leftOut += slice.length - kept.length;
  }
  if (added > 0) await advanceList(tx, orgId, listId, added, voidedWith(orgId, 'list.'));
  return { added, leftOut, sharedIds: shared.found };
}
