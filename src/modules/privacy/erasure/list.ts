/** The list of erasures, apart from the database, so that a restored backup is erased again: a folder with a file for each. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce, makeFolder, syncPath } from '../../../platform/files.ts';

const FORMAT = 'oriki-erasure-v1';
const FILE = /^erasure_[0-9a-z]{26}\.json$/;
/** The folder of destroyed keys, with a file for each. */
const KEYS = 'keys';
const KEY = /^[0-9a-f]{32}\.\d+$/;

/** An erasure without texts that people have typed. */
export type ListedErasure = {
  id: string;
  organizationId: string;
  subjectId: string;
  requestedBy: string;
  approvalId: string | null;
  reasonCode: string;
  /** ISO 8601. */
  requestedAt: string;
};

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

export class ErasureList {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds an erasure, unless the list has it. Resolves once it is durable. */
  async add(erasure: ListedErasure): Promise<void> {
    const made = await makeFolder(this.#folder);
    const text = `${JSON.stringify({ format: FORMAT, ...erasure })}\n`;
    await createOnce(join(this.#folder, `${erasure.id}.json`), text);
    await syncPath(this.#folder);
    if (made !== undefined) await syncPath(join(made, '..'));
  }

  /** Adds a key of the subject that the erasure destroys, unless the list has it. Resolves once it is durable. */
  async addKey(file: string, erasureId: string): Promise<void> {
    const folder = join(this.#folder, KEYS);
    await makeFolder(folder);
    await createOnce(join(folder, file), `${erasureId}\n`);
    await syncPath(folder);
    await syncPath(this.#folder);
  }

  /** Reads the destroyed keys. */
  async readKeys(): Promise<string[]> {
    return (await namesIn(join(this.#folder, KEYS))).filter((name) => KEY.test(name));
  }

  /** Reads the whole list. @throws Error for a file that is not an erasure */
  async read(): Promise<ListedErasure[]> {
    const names = await namesIn(this.#folder);
    const listed: ListedErasure[] = [];
    for (const name of names.filter((one) => FILE.test(one)).toSorted()) {
      const path = join(this.#folder, name);
      const { format, ...erasure } = JSON.parse(await readFile(path, 'utf8')) as ListedErasure & {
        format: string;
      };
      if (format !== FORMAT) throw new Error(`${path} is not an erasure of this version`);
      listed.push(erasure);
    }
    return listed;
  }
}
