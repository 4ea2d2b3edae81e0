import { Transform, pipeline, type Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { StoreLocation } from './files.ts';

type Sdk = typeof import('@aws-sdk/client-s3');
/**
 * A bucket of Amazon S3 or of anything with its API. Its address is the operator's configuration, like that of the
 * database, and no tenant can name one: the guarded client, which is for addresses that come from outside and allows
 * only public ones, would forbid what people run beside the service.
 */
export type Location = Extract<StoreLocation, { kind: 's3' }>;
export type Connection = { sdk: Sdk; client: S3Client };

/** From the request to the end of the headers of its answer, with a part on a slow line. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Without a single byte. */
const STALLED_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5000;
const TRIES = 4;
/** The most bytes of an answer's body: the longest is a page of keys, 1,000 of up to 1,024 bytes. */
const MAX_ANSWER_BYTES = 8 * 2 ** 20;
const ANSWER_TIMEOUT_MS = 60_000;

/** The body as long as it is no longer than answers are, in bytes and in time. */
function bounded(body: Readable): Readable {
  let left = MAX_ANSWER_BYTES;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new Error('the answer is too long'));
      else done(null, chunk);
    },
  });
  const timer = setTimeout(
    () => checked.destroy(new Error('the answer does not end')),
    ANSWER_TIMEOUT_MS,
  );
  pipeline(body, checked, () => clearTimeout(timer));
  return checked;
}

/** Region and credentials are found as by every program with this SDK. Loaded only where files are in a bucket. */
export async function connect({ endpoint }: Location): Promise<Connection> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: TRIES,
    requestHandler: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: STALLED_MS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
    },
    // Checksums of their own are newer than most services; TLS and the multipart ETags check the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body?: Readable };
      if (response.body) response.body = bounded(response.body);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'boundAnswer' },
  );
  return { sdk, client };
}
