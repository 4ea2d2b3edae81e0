/**
 * The list of erasures, which is separate from the database, so that a restored backup is erased again. It is a folder
 * with a file for each erasure.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce, makeDurableFolder, syncPath } from '../../../platform/files.ts';

/** The folder of destroyed keys, with a file for each. */
const KEYS = 'keys';
const KEY = /^[0-9a-f]{32}\.\d+$/;
/** The formats of files, by the beginning of the id of the erasure. */
const FORMATS = {
  erasure: 'oriki-erasure-v1',
  orgerasure: 'oriki-organization-erasure-v1',
} as const;
type Kind = keyof typeof FORMATS;
const FILE = /^((?:org)?erasure)_[0-9a-z]{26}\.json$/;
const DONE = '.done';

/** An erasure of an organization. */
export type ListedOrganization = {
  id: string;
  organizationId: string;
  requestedBy: string;
  /** ISO 8601. */
  requestedAt: string;
};

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** An erasure of a subject, without texts that people have typed. */
export type ListedErasure = ListedOrganization & {
  subjectId: string;
  approvalId: string | null;
  reasonCode: string;
};

export class ErasureList {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Adds an erasure, unless the list has it. Resolves once it is durable. */
  async add(erasure: ListedErasure | ListedOrganization): Promise<void> {
    await makeDurableFolder(this.folder);
    const format = FORMATS[erasure.id.split('_', 1)[0] as Kind];
    const text = `${JSON.stringify({ format, ...erasure })}\n`;
    await createOnce(join(this.folder, `${erasure.id}.json`), text);
    await syncPath(this.folder);
  }

  /** Adds a key of the subject that the erasure destroys, unless the list has it. Resolves once it is durable. */
  async addKey(file: string, erasureId: string): Promise<void> {
    const folder = join(this.folder, KEYS);
    await makeDurableFolder(folder);
    await createOnce(join(folder, file), `${erasureId}\n`);
    await syncPath(folder);
  }

  /** Reads the destroyed keys. */
  async readKeys(): Promise<string[]> {
    return (await namesIn(join(this.folder, KEYS))).filter((name) => KEY.test(name));
  }

  /** Notes that no data of a listed erasure remains. Resolves once the note is durable. */
  async markDone(id: string): Promise<void> {
    await createOnce(join(this.folder, id + DONE), '');
    await syncPath(this.folder);
  }

  /** Returns the ids of all erasures, and of those that are done. */
  async ids(): Promise<{ all: Set<string>; done: Set<string> }> {
    const names = await namesIn(this.folder);
    const endingIn = (end: string): Set<string> =>
      new Set(names.filter((one) => one.endsWith(end)).map((one) => one.slice(0, -end.length)));
    return { all: endingIn('.json'), done: endingIn(DONE) };
  }

  async #readAll<Listed>(kind: Kind): Promise<Listed[]> {
    const listed: Listed[] = [];
    for (const name of (await namesIn(this.folder)).toSorted()) {
      if (FILE.exec(name)?.[1] !== kind) continue;
      const path = join(this.folder, name);
      const { format, ...erasure } = JSON.parse(await readFile(path, 'utf8')) as Listed & {
        format: string;
      };
      if (format !== FORMATS[kind]) throw new Error(`${path} is not an erasure of this version`);
      listed.push(erasure as Listed);
    }
    return listed;
  }

  /** Reads the erasures of subjects. @throws Error for a file that is not an erasure */
  read(): Promise<ListedErasure[]> {
    return this.#readAll('erasure');
  }

  /** Reads the erasures of organizations. @throws Error for a file that is not an erasure */
  readOrganizations(): Promise<ListedOrganization[]> {
    return this.#readAll('orgerasure');
  }
}
