/** Compresses answers for clients that accept gzip, on at most one core. */
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { hasSecret } from '../boot/assert-route.ts';
import type { AnyRoute } from '../route.ts';

/** This level is faster than the default 6, and the output is almost as small. */
const LEVEL = 4;
/** When more answers wait, further ones are sent uncompressed. */
const MAX_WAITING = 32;

const compress = promisify(gzip);
/** zlib works in its own threads, so one text at a time uses at most one core. */
const oneAtATime = new Semaphore(1);
let waiting = 0;

/** True if the client takes gzip (RFC 9110 section 12.5.3). */
export function takesGzip(accepted: string): boolean {
  for (const part of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (coding !== 'gzip' && coding !== 'x-gzip') continue;
    return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}

/**
 * Returns true if answers of a route may be compressed. Answers with secrets or signed links may not: the compressed
 * length reveals something about a secret to a caller who chooses part of the text.
 */
export function isCompressible(route: AnyRoute): boolean {
  return route.replay === undefined && !('stream' in route) && !hasSecret(route.data);
}

/** Returns a function that decides for each request whether to compress the answer. */
export function compressionOf(route: AnyRoute): (request: FastifyRequest) => boolean {
  if (!isCompressible(route)) return () => false;
  return ({ headers: { 'accept-encoding': accepted } }) =>
    accepted !== undefined && takesGzip(String(accepted));
}

/** @returns undefined while too many answers wait */
export async function compressed(text: string): Promise<Buffer | undefined> {
  if (waiting >= MAX_WAITING) return undefined;
  waiting += 1;
  try {
    return await oneAtATime.use(() => compress(text, { level: LEVEL }));
  } finally {
    waiting -= 1;
  }
}

/** Compresses a text in pieces. Other texts continue between two pieces, so a slow client blocks no other. */
export async function* compressedPieces(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const stream = createGzip({ level: LEVEL });
  let done: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => done.push(chunk));
  try {
    for await (const piece of pieces) {
      await oneAtATime.use(
        () =>
          new Promise<void>((resolve, reject) => {
            stream.write(piece, (error) => (error ? reject(error) : resolve()));
          }),
      );
      yield* done;
      done = [];
    }
    const ended = Promise.withResolvers<void>();
    stream.on('end', ended.resolve).on('error', ended.reject).end();
    await ended.promise;
    yield* done;
  } finally {
    stream.destroy();
  }
}
