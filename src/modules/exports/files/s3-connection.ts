import { Transform, pipeline, type Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { StoreLocation } from './files.ts';

type Sdk = typeof import('@aws-sdk/client-s3');
/**
 * A bucket of Amazon S3 or of a service with its API. The operator configures its address, like that of the database,
 * and no tenant can name one. The guarded client would reject stores on private addresses: it is for addresses from
 * outside, and allows only public ones.
 */
export type Location = Extract<StoreLocation, { kind: 's3' }>;
export type Connection = { sdk: Sdk; client: S3Client };

/**
 * The time limit from the request to the end of the response headers, including the upload of a part over a slow
 * connection.
 */
const REQUEST_TIMEOUT_MS = 300_000;
/** The maximum time in which no byte arrives. */
const STALLED_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5000;
const TRIES = 4;
/** The maximum size of a response body: the longest is a page of keys, 1,000 of up to 1,024 bytes. */
const MAX_ANSWER_BYTES = 8 * 2 ** 20;
const ANSWER_TIMEOUT_MS = 60_000;

/** Returns the body, and fails it beyond the size and the time of valid answers. */
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

/**
 * Connects to the service. Finds region and credentials as all programs with this SDK do. Loaded only where files are
 * in a bucket.
 */
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
    // The SDK's checksums are newer than most services; TLS and the multipart ETags check the bytes.
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
