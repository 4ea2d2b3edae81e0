/** The folder of data of a backup: sealed files, and last of all the manifest with their checksums. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { hmac } from '../../platform/crypto/seal.ts';
import { BrokenStream, openStream, sealStream } from '../../platform/crypto/sealed-stream.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { makeFolder, syncPath } from '../../platform/files.ts';
import type { ChainTip } from '../../modules/audit/index.ts';
import { StartError } from '../start-error.ts';

type FileFacts = { bytes: number; sha256: string };

/** Without a key it says only which files are whole. */
export type Manifest = {
  format: string;
  /** The id of the backup, which its keys have, too. */
  backup: string;
  /** The version of Oriki. */
  version: string;
  createdAt: string;
  files: Record<string, FileFacts>;
  /** HMAC of the rest under the key of the data. */
  mac: string;
};

export type ServerContents = {
  kind: 'cluster' | 'dump';
  file: string;
  /** When the copy began, and when it was complete: its rows are from a moment between. */
  startedAt: string;
  completedAt: string;
  /** The ends of the audit chains when the copy began, by organization. */
  tips: Record<string, ChainTip>;
};

/** The content of a backup; it is sealed, because it names organizations. */
export type Contents = {
  /** By name, that of the shared tables first. */
  servers: Record<string, ServerContents>;
  /** Rows, when the backup began, of tables from which the service deletes nothing. */
  counts: Record<string, number>;
  exports: { files: number } | { bucket: string };
};

const FORMAT = 'oriki-backup-v1';
const MANIFEST = 'manifest.json';
const SEALED = '.sealed';
const CONTENTS = `contents${SEALED}`;

function macOf(key: Buffer, manifest: Omit<Manifest, 'mac'>): Buffer {
  return hmac(key, FORMAT, canonicalJson({ ...manifest, mac: undefined }));
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code ?? message;
}

/** @throws StartError unless the folder is empty or can be made */
export async function makeEmptyFolder(folder: string): Promise<void> {
  const names = await makeFolder(folder)
    .then(() => readdir(folder))
    .catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`cannot use the folder ${folder} (${reasonOf(error)})`, 1, error);
    });
  const isCut = names.some((name) => name.endsWith(SEALED)) && !names.includes(MANIFEST);
  if (names.length > 0)
    throw new StartError(
      `${folder} is not empty: name a new folder for each backup` +
        (isCut ? '; it has one that was interrupted, without manifest.json' : ''),
    );
}

/** Writes the files of a backup. */
export class BackupWriter {
  readonly #folder: string;
  readonly #key: Buffer;
  readonly #backup: string;
  readonly #files: Record<string, FileFacts> = {};

  constructor(folder: string, key: Buffer, backup: string) {
    this.#folder = folder;
    this.#key = key;
    this.#backup = backup;
  }

  /** Seals a stream into a file, which is on disk when it resolves. */
  async write(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const sealed = sealStream(this.#key, `${this.#backup} ${name}`, source);
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const part of sealed) {
        hash.update(part);
        bytes += part.length;
        yield part;
      }
    }
    const path = join(this.#folder, name);
    await pipeline(
      Readable.from(counted(), { objectMode: false, highWaterMark: 2 ** 20 }),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
    this.#files[name] = { bytes, sha256: hash.digest('hex') };
  }

  /** Completes the backup: from here on it counts. */
  async finish(
    contents: Contents,
    facts: Pick<Manifest, 'version' | 'createdAt'>,
  ): Promise<Manifest> {
    await this.write(CONTENTS, one(Buffer.from(JSON.stringify(contents))));
    await syncPath(this.#folder);
    const manifest: Manifest = {
      format: FORMAT,
      backup: this.#backup,
      ...facts,
      files: this.#files,
      mac: '',
    };
    manifest.mac = macOf(this.#key, manifest).toString('hex');
    const path = join(this.#folder, MANIFEST);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(`${path}.next`, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(`${path}.next`, path);
    await syncPath(this.#folder);
    return manifest;
  }
}

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** @throws StartError if the folder has no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `${folder} has no complete backup: cannot read manifest.json (${error.code}), which a backup writes last`,
      1,
      error,
    );
  });
  let manifest: Manifest | undefined;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch {
    // Reported below.
  }
  if (manifest?.format !== FORMAT)
    throw new StartError(`${path} is not the manifest of a backup of this version`);
  return manifest;
}

/** Reads the files of a backup. */
export class BackupReader {
  readonly manifest: Manifest;
  readonly #folder: string;
  readonly #key: Buffer;

  /** @throws StartError if the manifest was changed */
  constructor(folder: string, manifest: Manifest, key: Buffer) {
    this.manifest = manifest;
    this.#folder = folder;
    this.#key = key;
    const [mac, expected] = [Buffer.from(String(manifest.mac), 'hex'), macOf(key, manifest)];
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
      throw new StartError(`${join(folder, MANIFEST)} was changed`);
  }

  async contents(): Promise<Contents> {
    const text = await buffer(Readable.from(this.read(CONTENTS)));
    return JSON.parse(text.toString()) as Contents;
  }

  /** Opens a file. @throws StartError that names it, before a changed part of it is returned */
  async *read(name: string): AsyncGenerator<Buffer> {
    const path = join(this.#folder, name);
    const facts = this.manifest.files[name];
    const hash = createHash('sha256');
    let bytes = 0;
    async function* stored(): AsyncGenerator<Buffer> {
      for await (const part of createReadStream(path, { highWaterMark: 2 ** 18 })) {
        hash.update(part as Buffer);
        bytes += (part as Buffer).length;
        yield part as Buffer;
      }
    }
    try {
      yield* openStream(this.#key, `${this.manifest.backup} ${name}`, stored());
    } catch (error) {
      if (error instanceof BrokenStream)
        throw new StartError(`${path} was changed or cut: take another copy of it`, 1, error);
      throw fileProblem(error, path);
    }
    if (bytes !== facts?.bytes || hash.digest('hex') !== facts.sha256)
      throw new StartError(`${path} differs from its checksum in manifest.json`);
  }
}

function fileProblem(error: unknown, path: string): unknown {
  const { code, path: at } = error as NodeJS.ErrnoException;
  return at === path ? new StartError(`cannot read ${path} (${code})`, 1, error) : error;
}
