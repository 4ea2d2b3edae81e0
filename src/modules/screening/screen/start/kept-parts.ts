import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clock } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { isSame } from '../../../../platform/db/buckets/history.ts';
import { makeFolder } from '../../../../platform/files.ts';
import { isId } from '../../../../platform/ids.ts';
import { GLOBAL_LIST_PREFIX, selectImportedAt } from '../../../lists/index.ts';
import { DRAFT_SUFFIX, madeByThis, PART_SUFFIX, partIn, readPart, writePart } from './part-file.ts';
import type { Part } from '../parts.ts';

/** A smaller list is built in a fraction of a second. */
const LEAST_ENTRIES = 2000;
/** The age from which a file that is still being written belongs to a killed process. */
const DRAFT_MS = 3_600_000;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * Indexes of global lists in a folder, so that a start need not build them. They only save work: a file that is
 * damaged, from other code or from another database is skipped, and one of an older revision is updated. Several
 * processes may share the folder. Lists of organizations are personal data, and are never written.
 */
export class KeptParts {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;
  #isTidied = false;

  /** @param onFailure called if a file cannot be read or written; nothing else depends on it */
  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
    // Undefined if other code wrote the files. Readers and writers report errors.
    madeByThis().catch(() => {});
  }

  #path(listId: string): string {
    return join(this.#folder, listId + PART_SUFFIX);
  }

  /** Returns the part of a list that was stored last, if its version belongs to this database. */
  async read(db: Queryable, listId: string): Promise<Part | undefined> {
    const path = this.#path(listId);
    try {
      const id = await partIn(path);
      if (id === undefined) return undefined;
      if (id.importedAt !== (await selectImportedAt(db, listId, id))) return undefined;
      const part = await readPart(path);
      if (part !== undefined) return part;
      await rm(path, { force: true });
      throw new Error(`the index in ${path} was damaged`);
    } catch (error) {
      if (!isMissing(error)) this.#onFailure(error);
      return undefined;
    }
  }

  /** Stores a part, unless the list is small or the file has the same version already. */
  async write(db: Queryable, listId: string, part: Part): Promise<void> {
    if (part.segment.entryCount < LEAST_ENTRIES) return;
    const { revision, stamp } = part;
    try {
      const importedAt = await selectImportedAt(db, listId, part);
      // The version is no longer stored, so a later start could not decide whether it belongs to this database.
      if (importedAt === undefined) return;
      await makeFolder(this.#folder);
      const path = this.#path(listId);
      const id = await partIn(path).catch(() => undefined);
      if (id && isSame(id, part) && id.importedAt === importedAt) return;
      await writePart(path, { listId, revision, stamp, importedAt }, part);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Deletes, once, files of other lists and files that killed processes have left. @param listIds all lists */
  async tidy(listIds: readonly string[]): Promise<void> {
    if (this.#isTidied) return;
    this.#isTidied = true;
    try {
      for (const file of await readdir(this.#folder)) {
        // The folder may have files of other programs.
        if (!isId(GLOBAL_LIST_PREFIX, file.slice(0, file.indexOf('.')))) continue;
        const path = join(this.#folder, file);
        if (file.endsWith(DRAFT_SUFFIX)) {
          const { mtimeMs } = await stat(path);
          if (clock.now().getTime() - mtimeMs > DRAFT_MS) await rm(path, { force: true });
        } else if (
          file.endsWith(PART_SUFFIX) &&
          !listIds.includes(file.slice(0, -PART_SUFFIX.length))
        )
          await rm(path, { force: true });
      }
    } catch (error) {
      if (!isMissing(error)) this.#onFailure(error);
    }
  }
}
