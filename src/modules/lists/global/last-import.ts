/** The files of the last import of a list, used to recognize them. */
import { READERS_VERSION } from '../import/formats.ts';
import { LIST_FILES } from '../import/types.ts';
import type { Checksums } from './hashed-files.ts';
import type { GlobalListRow } from './store.ts';

/** Checksums of the last import, and the number of unusable rows. */
export type LastImport = {
  readers: number;
  format: string;
  checksums: Checksums;
  rejected: number;
  omitted: number;
  /** Dates readable as day or month first, which were not read; missing if there were none. */
  openDates?: number;
};

export function lastImport({
  imported_files: last,
}: Pick<GlobalListRow, 'imported_files'>): LastImport | undefined {
  return last === null ? undefined : (last as LastImport);
}

/**
 * True if readers of this version created the list. Other readers could create a different list from the same files.
 */
export function isOfTheseReaders(list: Pick<GlobalListRow, 'imported_files'>): boolean {
  return lastImport(list)?.readers === READERS_VERSION;
}

/** Returns true if the same reader would read the same files again. */
export function isSame(last: LastImport, format: string, checksums: Checksums): boolean {
  if (last.readers !== READERS_VERSION || last.format !== format) return false;
  return LIST_FILES.every((file) => last.checksums[file] === checksums[file]);
}
