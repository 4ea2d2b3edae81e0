/** The files of the last import of a list, by which the same ones are known again. */
import { READERS_VERSION } from '../import/formats.ts';
import { LIST_FILES } from '../import/types.ts';
import type { Checksums } from './hashed-files.ts';
import type { GlobalListRow } from './store.ts';

/** The checksums of the last import, and how many rows it could not use. */
export type LastImport = {
  readers: number;
  format: string;
  checksums: Checksums;
  rejected: number;
  omitted: number;
  /** Dates that can be read as day or month first, and were not read; none where it is missing. */
  openDates?: number;
};

export function lastImport({
  imported_files: last,
}: Pick<GlobalListRow, 'imported_files'>): LastImport | undefined {
  return last === null ? undefined : (last as LastImport);
}

/** True if the readers of this version made the list: others may make another one of the same files. */
export function isOfTheseReaders(list: Pick<GlobalListRow, 'imported_files'>): boolean {
  return lastImport(list)?.readers === READERS_VERSION;
}

/** True if the same reader would read the same files again. */
export function isSame(last: LastImport, format: string, checksums: Checksums): boolean {
  if (last.readers !== READERS_VERSION || last.format !== format) return false;
  return LIST_FILES.every((file) => last.checksums[file] === checksums[file]);
}
