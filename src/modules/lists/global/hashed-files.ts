import { createHash } from 'node:crypto';
import { BEGINNING_BYTES } from '../import/text/published-at.ts';
import { LIST_FILES, type ListFile, type OfFiles } from '../import/types.ts';

export type FileSource = AsyncIterable<Uint8Array | string>;

/** Passes a file through and computes its SHA-256. */
class Hashed {
  readonly content: FileSource;
  #sha256: Buffer | null = null;
  #head = Buffer.alloc(0);

  constructor(source: FileSource) {
    this.content = this.#read(source);
  }

  /** Hash of the whole file; null if it was not read to its end. */
  get sha256(): Buffer | null {
    return this.#sha256;
  }

  /** The beginning of the file, up to the last read position. */
  get head(): string {
    return this.#head.toString('utf8');
  }

  #keepHead(chunk: Uint8Array | string): void {
    const room = BEGINNING_BYTES - this.#head.length;
    if (room > 0) this.#head = Buffer.concat([this.#head, Buffer.from(chunk).subarray(0, room)]);
  }

  async *#read(source: FileSource): AsyncGenerator<Uint8Array | string> {
    const hash = createHash('sha256');
    for await (const chunk of source) {
      hash.update(chunk);
      this.#keepHead(chunk);
      yield chunk;
    }
    this.#sha256 = hash.digest();
  }
}

/** The files of a list, with the SHA-256 of each after it was read to its end. */
export function hashedFiles(sources: OfFiles<FileSource>) {
  const hashed = new Map<ListFile, Hashed>();
  for (const file of LIST_FILES) {
    const source = sources[file];
    if (source) hashed.set(file, new Hashed(source));
  }
  const contents = [...hashed].map(([file, { content }]) => [file, content] as const);
  return {
    contents: Object.fromEntries(contents) as OfFiles<FileSource>,
    sha256: (file: ListFile): Buffer | null => hashed.get(file)?.sha256 ?? null,
    /** The beginning of the main file, after it was read. */
    head: (): string => hashed.get('main')!.head,
  };
}

/** SHA-256 in hex. */
export type Checksums = OfFiles<string>;

/** Reads files to their ends. */
export async function checksumsOf(sources: OfFiles<FileSource>): Promise<Checksums> {
  const { contents, sha256 } = hashedFiles(sources);
  for (const file of LIST_FILES)
    for await (const _ of contents[file] ?? []) {
      // Reading the file computes its hash.
    }
  return inHex(sha256);
}

/** Returns the checksums of the existing files. */
export function inHex(sha256: (file: ListFile) => Buffer | null): Checksums {
  const known = LIST_FILES.flatMap((file): [ListFile, string][] => {
    const hash = sha256(file);
    return hash === null ? [] : [[file, hash.toString('hex')]];
  });
  return Object.fromEntries(known) as Checksums;
}
