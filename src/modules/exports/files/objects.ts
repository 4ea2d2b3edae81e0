import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Connection, type Location } from './s3-connection.ts';
import { builtRequest, uploadObject } from './s3.ts';

/** The size of a part in bytes: an object may have up to 312 GiB. At most four parts are in memory. */
const PART_BYTES = 32 * 2 ** 20;
/** The bytes of one read; an answer may not be longer. */
const RANGE_BYTES = 8 * 2 ** 20;
const READS = 4;
const BETWEEN_READS_MS = 1000;
const CONTENT_TYPE = 'application/octet-stream';

/** Returns the error's code or name, without addresses and keys of the request. */
export function reasonOfObject(error: unknown): string {
  const { cause, code, message, name } = error as NodeJS.ErrnoException;
  if (cause !== undefined) return reasonOfObject(cause);
  return code ?? (name === 'Error' ? message : name);
}

/**
 * Returns the host to which the SDK sends requests about the bucket, for lists of outside hosts. It depends on the name,
 * the region and settings of the SDK such as `AWS_ENDPOINT_URL`.
 */
export async function hostOfBucket(location: Location): Promise<string> {
  const { sdk, client } = await connect(location);
  try {
    const command = new sdk.HeadBucketCommand({ Bucket: location.bucket });
    return (await builtRequest({ client }, command)).hostname;
  } finally {
    client.destroy();
  }
}

/** Objects of any size below the prefix of a location. Methods reject with the errors of the SDK or a StorageError. */
export class Objects {
  readonly #location: Location;

  constructor(location: Location) {
    this.#location = location;
  }

  /** Returns names below the prefix: at least the first thousand. */
  async names(): Promise<string[]> {
    const { bucket: Bucket, prefix: Prefix } = this.#location;
    return this.#with(async ({ sdk, client }) => {
      const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix }));
      return Contents.map(({ Key = '' }) => Key.slice(Prefix.length));
    });
  }

  /** Writes an object, which appears complete or not at all. Errors of the source pass through. */
  async write(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    const writer = await uploadObject(this.#location, name, CONTENT_TYPE, PART_BYTES);
    try {
      for await (const part of source) await writer.write(part);
      await writer.finish();
    } catch (error) {
      await writer.discard().catch(() => {});
      throw error;
    }
  }

  /** Reads an object in ranges. Reads a range again if its answer is interrupted. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const { bucket: Bucket, prefix } = this.#location;
    const object = { Bucket, Key: prefix + name };
    const { sdk, client } = await connect(this.#location);
    try {
      const head = await client.send(new sdk.HeadObjectCommand(object));
      const { ContentLength: size = 0, ETag: IfMatch } = head;
      for (let at = 0; at < size; at += RANGE_BYTES) {
        const end = Math.min(at + RANGE_BYTES, size);
        const command = { ...object, IfMatch, Range: `bytes=${at}-${end - 1}` };
        yield await again(async () => {
          const { Body } = await client.send(new sdk.GetObjectCommand(command));
          const bytes = Buffer.from(await Body!.transformToByteArray());
          if (bytes.length === end - at) return bytes;
          throw new Error(`a range has ${bytes.length} bytes of ${end - at}`);
        });
      }
    } finally {
      client.destroy();
    }
  }

  async #with<T>(ask: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await connect(this.#location);
    try {
      return await ask(connection);
    } finally {
      connection.client.destroy();
    }
  }
}

/** Repeats a read unless the service has answered with an error, because the SDK has already repeated those. */
async function again<T>(read: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await read();
    } catch (error) {
      const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
      if (n === READS || $metadata?.httpStatusCode !== undefined) throw error;
      await sleep(BETWEEN_READS_MS);
    }
  }
}
