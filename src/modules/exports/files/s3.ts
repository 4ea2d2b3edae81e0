import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import {
  CONTENT_TYPES,
  keyText,
  parseKey,
  StorageError,
  type FileStore,
  type FileWriter,
} from './files.ts';
import type { FileKey } from '../schemas.ts';
import { connect, type Connection, type Location } from './s3-connection.ts';

/**
 * The size of one part in bytes. At most four parts are in memory. S3 requires at least 5 MiB and at most 10,000 parts,
 * so files may have up to 80 GiB.
 */
const PART_BYTES = 8 * 2 ** 20;
/** The time limit of a query that a caller waits for. */
const QUESTION_MS = 10_000;

const GONE = new Set(['NoSuchUpload', 'NoSuchKey', 'NotFound', 'NoSuchBucket']);
function isGone(error: unknown): boolean {
  return GONE.has((error as Error).name);
}

/**
 * Errors after which another attempt may succeed: a rule of the bucket or a lost answer has ended an upload,
 * credentials are about to be renewed, clocks differ, or a connection was too slow.
 */
const PASSING = new Set([
  'NoSuchUpload',
  'ExpiredToken',
  'ExpiredTokenException',
  'RequestExpired',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'SlowDown',
  'OperationAborted',
  'InternalError',
]);

function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (status === 507) return new StorageError('the file store is full', false, error);
  const isPassing = PASSING.has((error as Error).name);
  if (isPassing || status === undefined || status === 429 || status >= 500)
    return new StorageError('the file store does not answer', true, error);
  return new StorageError('the file store cannot be written', false, error);
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageError(error);
  }
}

async function ignoreGone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

/** Writes the file of an export. @throws StorageError, as its methods do */
export function createObject(location: Location, key: FileKey): Promise<FileWriter> {
  return uploadObject(location, keyText(key), CONTENT_TYPES[key.format], PART_BYTES);
}

/**
 * Writes an object that appears complete or not at all: a small one by a single request, a larger one by a multipart
 * upload. It counts as written once the store has returned its length.
 * @throws StorageError, as its methods do
 */
export async function uploadObject(
  location: Location,
  name: string,
  ContentType: string,
  partSize: number,
): Promise<FileWriter> {
  const { sdk, client } = await connect(location);
  const { Upload } = await import('@aws-sdk/lib-storage');
  const object = { Bucket: location.bucket, Key: location.prefix + name };
  // One part is being uploaded while the next one is collected here.
  const body = new PassThrough({ writableHighWaterMark: partSize });
  // `done` rejects with the reason.
  body.on('error', () => {});
  const params = { ...object, ContentType, Body: body };
  const upload = new Upload({ client, params, partSize, queueSize: 1 });
  const done = guarded(() => upload.done());
  // `done` is awaited later; until then its rejection must not count as unhandled.
  done.catch(() => {});
  let written = 0;

  return {
    async write(chunk) {
      written += chunk.length;
      if (!body.write(Buffer.from(chunk))) await Promise.race([once(body, 'drain'), done]);
    },
    async finish() {
      body.end();
      await done;
      const { ContentLength } = await guarded(() =>
        client.send(new sdk.HeadObjectCommand(object)).catch((error: unknown) => {
          if (!isGone(error)) throw error;
          return { ContentLength: undefined };
        }),
      );
      if (ContentLength !== written) {
        const cause = new Error(`it has ${ContentLength} bytes of ${written}`);
        throw new StorageError(
          'the file store does not keep the data that it receives',
          true,
          cause,
        );
      }
      client.destroy();
    },
    async discard() {
      // Without its body, the upload ends after the current part. `abort` would not wait for that.
      body.destroy(new Error('the file is not needed'));
      await done.catch(() => {});
      await ignoreGone(client.send(new sdk.DeleteObjectCommand(object)));
      client.destroy();
    },
  };
}

/** The request type of the SDK's signer: the SDK's request without its headers. */
type Presigner = {
  presign: (
    request: object,
    options: { expiresIn: number },
  ) => Promise<{
    protocol: string;
    hostname: string;
    port?: number;
    path: string;
    query: Record<string, string>;
  }>;
};

type Built = { hostname: string; port?: number; headers: Record<string, string> };

/** Builds a request with the SDK, and does not send it. */
export async function builtRequest(
  { client }: Pick<Connection, 'client'>,
  command: object,
): Promise<Built> {
  let built: Built | undefined;
  const capturing = client.middlewareStack.clone();
  capturing.add(
    () => async (args) => {
      built = args.request as Built;
      return { response: {}, output: { $metadata: {} } as never };
    },
    { step: 'build', priority: 'low', name: 'captureRequest' },
  );
  const send = (command as InstanceType<Connection['sdk']['GetObjectCommand']>).resolveMiddleware(
    capturing,
    client.config,
    {},
  );
  await send(command as never);
  if (!built) throw new Error('the SDK built no request');
  return built;
}

/** Signs the address of a request instead of sending it. */
async function presigned(
  { client }: Connection,
  command: object,
  expiresIn: number,
): Promise<string> {
  const built = await builtRequest({ client }, command);
  const { port, hostname } = built;
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const signer = (await client.config.signer()) as unknown as Presigner;
  const signed = await signer.presign(
    // Signed addresses do not cover a body.
    { ...built, headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }, body: undefined },
    { expiresIn },
  );
  const url = new URL(`${signed.protocol}//${host}${signed.path}`);
  for (const [name, value] of Object.entries(signed.query)) url.searchParams.set(name, value);
  // S3 reads a plus sign as a space only in some places; `%20` is the same everywhere.
  return url.href.replaceAll('+', '%20');
}

/** A store of objects in a bucket. Downloads are redirected there. */
export function s3Store(location: Location): FileStore {
  const { bucket: Bucket, prefix } = location;
  let connection: Promise<Connection> | undefined;
  const connected = (): Promise<Connection> => (connection ??= connect(location));
  const objectOf = (key: FileKey) => ({ Bucket, Key: prefix + keyText(key) });

  async function* list(): AsyncGenerator<FileKey[]> {
    const { sdk, client } = await connected();
    const keysOf = (entries: { Key?: string | undefined }[] | undefined): FileKey[] =>
      (entries ?? [])
        .map(({ Key = '' }) => parseKey(Key.slice(prefix.length)))
        .filter((key) => key !== undefined);
    const config = { client, stopOnSameToken: true };
    for await (const page of sdk.paginateListObjectsV2(config, { Bucket, Prefix: prefix }))
      yield keysOf(page.Contents);
    for await (const page of uploads(await connected(), Bucket, prefix)) yield keysOf(page);
  }

  return {
    location,
    async open(key, { method, name, contentType, seconds }) {
      const opened = await connected();
      const { sdk, client } = opened;
      let size: number | undefined;
      try {
        const abortSignal = AbortSignal.timeout(QUESTION_MS);
        const head = new sdk.HeadObjectCommand(objectOf(key));
        size = (await client.send(head, { abortSignal })).ContentLength;
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
      const command =
        method === 'HEAD'
          ? new sdk.HeadObjectCommand(objectOf(key))
          : new sdk.GetObjectCommand({
              ...objectOf(key),
              ResponseContentType: contentType,
              ResponseContentDisposition: `attachment; filename="${name}"`,
              ResponseCacheControl: 'private, no-store',
            });
      return { kind: 'redirect', size, url: await presigned(opened, command, seconds) };
    },
    async remove(key) {
      const { sdk, client } = await connected();
      const object = objectOf(key);
      await client.send(new sdk.DeleteObjectCommand(object));
      for await (const page of uploads(await connected(), Bucket, object.Key))
        for (const { Key, UploadId } of page)
          if (Key === object.Key)
            await ignoreGone(
              client.send(new sdk.AbortMultipartUploadCommand({ ...object, UploadId })),
            );
    },
    list,
    async problem() {
      try {
        const { sdk, client } = await connected();
        const abortSignal = AbortSignal.timeout(QUESTION_MS);
        await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), {
          abortSignal,
        });
        return undefined;
      } catch (error) {
        // Errors of the service have a name, and errors of the network have a code. The error for a missing region has
        // neither.
        const { name, code, message } = error as NodeJS.ErrnoException;
        if (name === 'AbortError') return 'no answer in time';
        return name === 'Error' ? (code ?? message) : name;
      }
    },
  };
}

/** Lists unfinished multipart uploads, in pages. */
async function* uploads({ sdk, client }: Connection, Bucket: string, Prefix: string) {
  let KeyMarker: string | undefined;
  let UploadIdMarker: string | undefined;
  do {
    const page = await client.send(
      new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker }),
    );
    yield page.Uploads ?? [];
    // Stop at a page that refers to itself.
    const goesOn =
      page.IsTruncated &&
      (page.NextKeyMarker !== KeyMarker || page.NextUploadIdMarker !== UploadIdMarker);
    KeyMarker = goesOn ? page.NextKeyMarker : undefined;
    UploadIdMarker = page.NextUploadIdMarker;
  } while (KeyMarker !== undefined);
}
