/** The data of a backup: sealed files, and finally the manifest with their checksums. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text as textOf } from 'node:stream/consumers';
import { hmac } from '../../platform/crypto/seal.ts';
import { BrokenStream, openStream, sealStream } from '../../platform/crypto/sealed-stream.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { ChainTip } from '../../modules/audit/index.ts';
import { randomBytes } from '../../platform/random.ts';
import { StartError } from '../start-error.ts';
import { one, UnreadableFile, type Place } from './place.ts';

type FileFacts = { bytes: number; sha256: string };

/** Without a key, the manifest only shows which files are complete. */
export type Manifest = {
  format: string;
  /** The id of the backup, which the file of its keys has, too. */
  backup: string;
  /** The version of Oriki. */
  version: string;
  createdAt: string;
  files: Record<string, FileFacts>;
  /** HMAC of the other fields under the key of the data. */
  mac: string;
};

export type ServerContents = {
  kind: 'cluster' | 'dump';
  file: string;
  /** The times at which the copy began and was complete. The rows are from a moment between them. */
  startedAt: string;
  completedAt: string;
  /** The ends of the audit chains when the copy began, by organization. */
  tips: Record<string, ChainTip>;
};

/** The content of a backup. It is sealed, because it names organizations. */
export type Contents = {
  /** Servers by name, that of the shared tables first. */
  servers: Record<string, ServerContents>;
  /** The numbers of rows, when the backup began, of tables from which the service deletes nothing. */
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

function assertEmpty(place: Place, names: string[]): void {
  const isCut = names.some((name) => name.endsWith(SEALED)) && !names.includes(MANIFEST);
  if (names.length > 0)
    throw new StartError(
      `${place.name} is not empty: name a new place for each backup` +
        (isCut ? '; it has one that was interrupted, without manifest.json' : ''),
    );
}

/**
 * Prepares the places of a backup. A bucket has no lock, so each backup first leaves a claim there, and then looks
 * again: of two concurrent backups at least one is rejected.
 * @throws StartError unless they are empty, or can be created
 */
export async function makeEmpty(...places: Place[]): Promise<void> {
  for (const place of places) assertEmpty(place, await place.prepare());
  const claims = new Set<string>();
  for (const place of places) {
    if (place.bucket === undefined) continue;
    const claim = `claim-${randomBytes(8).toString('hex')}`;
    claims.add(place.at(claim));
    await place.writeText(claim, `${claim}\n`);
    const names = await place.prepare();
    assertEmpty(
      place,
      names.filter((name) => !claims.has(place.at(name))),
    );
  }
}

/** Writes the files of a backup. */
export class BackupWriter {
  readonly #place: Place;
  readonly #key: Buffer;
  readonly #backup: string;
  readonly #files: Record<string, FileFacts> = {};

  constructor(place: Place, key: Buffer, backup: string) {
    this.#place = place;
    this.#key = key;
    this.#backup = backup;
  }

  /** Seals a stream into a file, which is durable when it resolves. */
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
    await this.#place.write(name, counted());
    this.#files[name] = { bytes, sha256: hash.digest('hex') };
  }

  /** Completes the backup, which is valid from here on. */
  async finish(
    contents: Contents,
    facts: Pick<Manifest, 'version' | 'createdAt'>,
  ): Promise<Manifest> {
    await this.write(CONTENTS, one(JSON.stringify(contents)));
    const manifest: Manifest = {
      format: FORMAT,
      backup: this.#backup,
      ...facts,
      files: this.#files,
      mac: '',
    };
    manifest.mac = macOf(this.#key, manifest).toString('hex');
    await this.#place.writeText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
    return manifest;
  }
}

/** @throws StartError if the place contains no complete backup */
export async function readManifest(place: Place): Promise<Manifest> {
  const text = await textOf(place.read(MANIFEST)).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new StartError(
      `${place.name} has no complete backup: cannot read manifest.json (${error.reason}), which a backup writes last`,
      1,
      error,
    );
  });
  let manifest: Manifest | undefined;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch {
    // The error is reported below.
  }
  if (manifest?.format !== FORMAT)
    throw new StartError(`${place.at(MANIFEST)} is not the manifest of a backup of this version`);
  return manifest;
}

/** Reads the files of a backup. */
export class BackupReader {
  readonly manifest: Manifest;
  readonly #place: Place;
  readonly #key: Buffer;

  /** @throws StartError if the manifest was changed */
  constructor(place: Place, manifest: Manifest, key: Buffer) {
    this.manifest = manifest;
    this.#place = place;
    this.#key = key;
    const [mac, expected] = [Buffer.from(String(manifest.mac), 'hex'), macOf(key, manifest)];
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
      throw new StartError(`${place.at(MANIFEST)} was changed`);
  }

  async contents(): Promise<Contents> {
    const text = await buffer(Readable.from(this.read(CONTENTS)));
    return JSON.parse(text.toString()) as Contents;
  }

  /** Opens a file. @throws StartError with the file's name, before a changed part is returned */
  async *read(name: string): AsyncGenerator<Buffer> {
    const path = this.#place.at(name);
    const facts = this.manifest.files[name];
    const hash = createHash('sha256');
    let bytes = 0;
    async function* counted(stored: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const part of stored) {
        hash.update(part);
        bytes += part.length;
        yield part;
      }
    }
    const stored = counted(this.#place.read(name));
    try {
      yield* openStream(this.#key, `${this.manifest.backup} ${name}`, stored);
    } catch (error) {
      if (error instanceof BrokenStream)
        throw new StartError(`${path} was changed or cut: take another copy of it`, 1, error);
      throw error;
    }
    if (bytes !== facts?.bytes || hash.digest('hex') !== facts.sha256)
      throw new StartError(`${path} differs from its checksum in manifest.json`);
  }
}
