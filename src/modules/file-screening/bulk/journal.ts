/**
 * The progress of a bulk screening, in a file next to its results that exists until the run ends. The first line has
 * the input and the rules. Each further line is a position, written after the results up to it are on disk. The last
 * complete line counts. If a line is lost or torn, as after a power failure, the block is screened again, with the same
 * outcome (store-block.ts).
 */
import { constants } from 'node:fs';
import { access, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ApiError } from '../../../platform/errors/index.ts';
import { createOnce, syncPath } from '../../../platform/files.ts';
import { newId } from '../../../platform/ids.ts';
import type { ListKind } from '../../../matching/index.ts';
import { type Outcome, SCREENING_PREFIX } from '../../screening/index.ts';
import type { Fingerprint } from '../../lists/index.ts';
import type { ResultFormat } from './results.ts';

/** The version of the format. Raise it if runs of an older version cannot continue. */
const VERSION = 2;

/**
 * Settings that must be equal to continue a run, without personal data. Null means that the run does not set a value.
 * Then each block uses the current value, as a batch does.
 */
export type Terms = {
  organization: string;
  /** Null for standard input. */
  input: Fingerprint | null;
  kinds: ListKind[] | null;
  threshold: number | null;
  limit: number;
  format: ResultFormat;
};

export type Position = {
  /** Line of the input; 0 before the first row, null when the whole input is done. */
  nextLine: number | null;
  /** Length of the results up to here. */
  bytes: number;
  /** The next block derives its ids from this value. */
  nextId: string;
  counts: Record<Outcome | 'invalid', number>;
  /** Rows that were screened with all their fields. */
  incomplete: number;
  /** The state of the lists for the last screened names. */
  listVersion: string | null;
  listsChanged: boolean;
};

const WHAT: Record<keyof Terms, string> = {
  organization: 'another organization',
  input: 'a different or changed file',
  kinds: 'other kinds',
  threshold: 'another threshold',
  limit: 'another limit',
  format: 'another format',
};

function journalPath(results: string): string {
  return `${results}.progress`;
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

function conflict(message: string): ApiError {
  return new ApiError('CONFLICT', message);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isPosition(value: unknown): value is Position {
  return (
    typeof value === 'object' && value !== null && 'nextLine' in value && 'listsChanged' in value
  );
}

function beginning(): Position {
  return {
    nextLine: 0,
    bytes: 0,
    nextId: newId(SCREENING_PREFIX),
    counts: { clear: 0, review: 0, block: 0, invalid: 0 },
    incomplete: 0,
    listVersion: null,
    listsChanged: false,
  };
}

function assertSameTerms(path: string, first: string | undefined, terms: Terms): void {
  const begun = parsed(first ?? '') as { version?: number; terms?: Terms } | undefined;
  if (begun?.version !== VERSION || begun.terms === undefined)
    throw conflict(`${path} cannot be read: remove it and the results, and start again`);
  const before = begun.terms;
  const differing = (Object.keys(WHAT) as (keyof Terms)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(terms[key]),
  );
  if (differing.length > 0)
    throw conflict(
      `the results were begun with ${differing.map((key) => WHAT[key]).join(', ')}: continue with the same, or ` +
        `remove them and ${path}`,
    );
}

export class Journal {
  readonly #path: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /**
   * Begins a run, or finds where the one with these results stopped.
   * @throws ApiError CONFLICT if there are results of a finished run, or of a run with other settings
   */
  static async open(
    results: string,
    terms: Terms,
  ): Promise<{ journal: Journal; position: Position; continued: boolean }> {
    const path = journalPath(results);
    const continued = await exists(path);
    if (!continued) {
      if (await exists(results))
        throw conflict(`${results} exists: remove it, or name another file`);
      const lines = [{ version: VERSION, terms }, beginning()];
      await createOnce(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await syncPath(dirname(resolve(path)));
    }
    const [first, ...lines] = (await readFile(path, 'utf8')).split('\n');
    assertSameTerms(path, first, terms);
    if (continued && terms.input === null)
      throw conflict(
        `a screening of standard input cannot be continued: remove the results and ${path}`,
      );
    const position = lines.map(parsed).findLast(isPosition);
    if (!position) throw conflict(`${path} cannot be read: remove it and the results`);
    const handle = await open(path, 'a');
    // Ends a torn line.
    if (lines.at(-1) !== '') await handle.write('\n');
    return { journal: new Journal(path, handle), position, continued };
  }

  /** Call when the results up to here are on disk. */
  async reached(position: Position): Promise<void> {
    await this.#handle.write(`${JSON.stringify(position)}\n`);
  }

  /** Call when the run has ended and its results are on disk. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
    await syncPath(dirname(resolve(this.#path)));
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
