import type { Queryable } from '../../../../platform/db/database.ts';
import { getList } from '../lists.ts';
import type { EntryRow } from '../entry-rows.ts';
import { SharedIds } from '../shared-ids.ts';
import { comparedSlices, Measure, openEntryFile } from './entry-file.ts';
import { MOST_SHOWN, MOST_NAMED, type EntryFile, type EntryPreview } from './schemas.ts';

/**
 * Reads a file and reports what adding it to a list would do; stores nothing.
 * @throws ApiError NOT_FOUND; BAD_REQUEST if it is not CSV with a column `name`, or is too large
 */
export async function previewEntries(
  db: Queryable,
  orgId: string,
  listId: string,
  asked: EntryFile,
): Promise<EntryPreview> {
  await getList(db, orgId, listId);
  const file = await openEntryFile(asked);
  const measure = new Measure();
  let [invalidRows, duplicateEntries] = [0, 0];
  const problems: EntryPreview['problems'] = [];
  const duplicates: EntryPreview['duplicates'] = [];
  const sample: EntryPreview['sample'] = [];
  const shared = new SharedIds(MOST_NAMED);
  async function* looked(): AsyncGenerator<EntryRow, void, undefined> {
    for await (const row of file.rows()) {
      measure.add(row);
      shared.note(row);
      if ('problems' in row) {
        invalidRows += 1;
        for (const problem of row.problems)
          if (problems.length < MOST_NAMED) problems.push({ line: row.line, ...problem });
      }
      yield row;
    }
  }
  for await (const slice of comparedSlices(db, { orgId, listId }, looked()))
    for (const { line, entry, of } of slice) {
      const { name, dob, country } = entry;
      if (sample.length < MOST_SHOWN) sample.push({ line, name, dob, country });
      if (of === undefined) continue;
      duplicateEntries += 1;
      if (duplicates.length < MOST_NAMED) duplicates.push({ line, name, ofLine: of });
    }
  const { rows, entries } = measure;
  const { readAs, columns } = file;
  return {
    rows,
    entries,
    invalidRows,
    problems,
    duplicateEntries,
    duplicates,
    sample,
    sharedIds: shared.found,
    readAs,
    columns,
  };
}
