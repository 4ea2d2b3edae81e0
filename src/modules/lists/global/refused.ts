import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { appliedPage } from '../../../platform/http/schema.ts';
import { lastImport } from './last-import.ts';
import type { RefusedFile } from './schemas.ts';
import type { GlobalListRow } from './store.ts';
import { selectVersions } from './versions/store.ts';

/** A guarded import refuses to remove more than this share of entries, if there are at least this many. */
const GUARDED_FROM = 100;
const LARGEST_REMOVED_PART = 0.5;

/** Thrown for a file that would harm a list. */
export class Refusal extends ApiError {
  readonly file: RefusedFile;
  constructor(source: string, why: string, file: RefusedFile) {
    super(
      'CONFLICT',
      `${why}; if the file is correct, one operator requests it and another accepts it: oriki approval ask --source ${source}`,
    );
    this.file = file;
  }
}

function isLarge(removed: number, before: number): boolean {
  return before >= GUARDED_FROM && removed > before * LARGEST_REMOVED_PART;
}

/** Returns true if the file is worse than the list was before. */
async function isWorse(
  tx: Tx,
  list: GlobalListRow,
  { unusableRows, usableEntries }: RefusedFile,
): Promise<boolean> {
  if (unusableRows < GUARDED_FROM || unusableRows <= usableEntries) return false;
  const imported = lastImport(list);
  if (imported) return imported.rejected <= list.entry_count;
  const { rows } = await selectVersions(tx, list.id, appliedPage({ limit: 1 }));
  const last = rows[0];
  return !last || last.rejected <= last.entry_count;
}

async function reasonOf(
  tx: Tx,
  list: GlobalListRow,
  file: RefusedFile,
): Promise<string | undefined> {
  const { removedEntries, entries, removedAliases, aliases } = file;
  if (isLarge(removedEntries, entries))
    return `the file would remove ${removedEntries} of ${entries} entries`;
  if (isLarge(removedAliases, aliases))
    return `the file would remove ${removedAliases} of ${aliases} aliases`;
  const { unusableRows, usableEntries } = file;
  if (await isWorse(tx, list, file))
    return `${unusableRows} rows of the file are unusable, and ${usableEntries} entries are usable`;
  return undefined;
}

/**
 * Refuses an unattended file that would remove more than half of at least 100 entries, or of as many aliases, or that
 * is more than half unusable.
 * @param accepted the file that two operators have accepted
 * @throws Refusal
 */
export async function assertHarmless(
  tx: Tx,
  list: GlobalListRow,
  file: RefusedFile,
  accepted: RefusedFile | null,
): Promise<void> {
  if (accepted && canonicalJson(accepted) === canonicalJson(file)) return;
  const reason = await reasonOf(tx, list, file);
  if (reason !== undefined) throw new Refusal(list.source, reason, file);
}
