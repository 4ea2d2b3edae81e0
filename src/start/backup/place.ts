/** The place of the files of a backup: a folder, or a prefix in a bucket of a service with the S3 API. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigError, type Config } from '../../config/config.ts';
import { listedHosts } from '../../config/egress.ts';
import { hostOfBucket, Objects, reasonOfObject } from '../../modules/exports/index.ts';
import { makeFolder, syncPath } from '../../platform/files.ts';
import { isListed } from '../../platform/outbound/address.ts';
import { StartError } from '../start-error.ts';

export type Place = {
  /** The folder, or the address in a bucket. */
  readonly name: string;
  /** The bucket's name; undefined for a folder. */
  readonly bucket: string | undefined;
  /** Returns the address of a file, for messages. */
  at: (file: string) => string;
  /** Creates the place. @returns the names of its files, or some of them if there are many */
  prepare: () => Promise<string[]>;
  /** Writes a file, which is durable when it resolves. Errors of the source pass through. */
  write: (file: string, source: AsyncIterable<Buffer>) => Promise<void>;
  /** Writes a complete file, or none. */
  writeText: (file: string, text: string) => Promise<void>;
  read: (file: string) => AsyncIterable<Buffer>;
};

/** A file that cannot be read, with the reason. */
export class UnreadableFile extends StartError {
  readonly reason: string;

  constructor(path: string, reason: string, cause: unknown) {
    super(`cannot read ${path} (${reason})`, 1, cause);
    this.reason = reason;
  }
}

const URL_OF_BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.=@:+-]+)*)\/?$/;

/** Returns a stream of one part. */
export async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

function inFolder(folder: string): Place {
  const at = (file: string): string => join(folder, file);
  const store = (path: string, source: AsyncIterable<Buffer>): Promise<void> =>
    pipeline(
      Readable.from(source, { objectMode: false, highWaterMark: 2 ** 20 }),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
  return {
    name: folder,
    bucket: undefined,
    at,
    prepare: () =>
      makeFolder(folder)
        .then(() => readdir(folder))
        .catch((error: NodeJS.ErrnoException) => {
          const { code, message } = error;
          throw new StartError(`cannot use the folder ${folder} (${code ?? message})`, 1, error);
        }),
    write: (file, source) => store(at(file), source),
    async writeText(file, text) {
      await syncPath(folder);
      await store(at(`${file}.next`), one(text));
      await rename(at(`${file}.next`), at(file));
      await syncPath(folder);
    },
    async *read(file) {
      try {
        for await (const part of createReadStream(at(file), { highWaterMark: 2 ** 18 }))
          yield part as Buffer;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        throw new UnreadableFile(at(file), code ?? message, error);
      }
    },
  };
}

function inBucket(bucket: string, path: string, endpoint: string | undefined): Place {
  const name = `s3://${bucket}${path}`;
  const prefix = path === '' ? '' : `${path.slice(1)}/`;
  const objects = new Objects({ kind: 's3', bucket, prefix, endpoint });
  const at = (file: string): string => `${name}/${file}`;
  const write = async (file: string, source: AsyncIterable<Buffer>): Promise<void> => {
    let failed: { error: unknown } | undefined;
    async function* watched(): AsyncGenerator<Buffer> {
      try {
        yield* source;
      } catch (error) {
        failed = { error };
        throw error;
      }
    }
    await objects.write(file, watched()).catch((error: unknown) => {
      if (failed) throw failed.error;
      throw new StartError(`cannot write ${at(file)} (${reasonOfObject(error)})`, 1, error);
    });
  };
  return {
    name,
    bucket,
    at,
    prepare: () =>
      objects.names().catch((error: unknown) => {
        throw new StartError(`cannot list ${name} (${reasonOfObject(error)})`, 1, error);
      }),
    write,
    writeText: (file, text) => write(file, one(text)),
    async *read(file) {
      try {
        yield* objects.read(file);
      } catch (error) {
        throw new UnreadableFile(at(file), reasonOfObject(error), error);
      }
    },
  };
}

function wrong(message: string): never {
  throw new StartError(message, ConfigError.exitCode);
}

/**
 * Opens a folder in a place, or the place itself without a folder's name.
 * @throws StartError for a malformed address, and a host that is not listed
 */
async function open(config: Config, text: string, folder = ''): Promise<Place> {
  if (!text.startsWith('s3://')) return inFolder(resolve(text, folder));
  const [, bucket, path = ''] = URL_OF_BUCKET.exec(text) ?? [];
  if (bucket === undefined) return wrong(`${text} is not a place such as s3://bucket/monday`);
  const { exportBucketEndpoint: endpoint } = config;
  const hosts = listedHosts(config);
  // The endpoint counts as listed, because a setting names it.
  if (hosts !== undefined && endpoint === undefined) {
    const host = await hostOfBucket({ kind: 's3', bucket, prefix: '', endpoint }).catch(
      (error: unknown) => wrong(`the host of ${text} is unknown (${reasonOfObject(error)})`),
    );
    if (!isListed(host, hosts))
      wrong(`ORIKI_EGRESS=listed, and ORIKI_EGRESS_HOSTS does not have ${host}`);
  }
  return inBucket(bucket, folder === '' ? path : `${path}/${folder}`, endpoint);
}

/** Returns the places of data and keys of a backup. @throws StartError */
export async function placesOf(
  config: Config,
  options: { folder: string; keys: string | undefined; passphraseFile: string | undefined },
): Promise<{ data: Place; keys: Place }> {
  const { folder, passphraseFile } = options;
  const isBucket = folder.startsWith('s3://');
  const keysAt =
    options.keys ??
    (isBucket
      ? wrong('name a place for the keys, apart from the data, with --keys')
      : join(folder, 'keys'));
  const [data, keys] = [await open(config, folder, 'data'), await open(config, keysAt)];
  if (data.bucket !== undefined && data.bucket === keys.bucket && passphraseFile === undefined)
    wrong('data and keys would be in one bucket: name another, or encrypt the keys');
  return { data, keys };
}
