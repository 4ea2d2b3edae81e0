/** Compression of answers for clients that ask for it; at most one core works on it. */
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { hasSecret } from '../boot/assert-route.ts';
import type { AnyRoute } from '../route.ts';

/** Faster than the usual 6, and hardly larger. */
const LEVEL = 4;
/** More answers do not wait: they leave as they are. */
const MAX_WAITING = 32;

const compress = promisify(gzip);
/** zlib works on threads of its own: one text at a time takes one core at most. */
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
 * Tells whether answers of a route may be compressed. Those with secrets and signed links never are: the length of a
 * compressed text says something about it to whoever chooses a part of it.
 */
export function isCompressible(route: AnyRoute): boolean {
  return route.replay === undefined && !('stream' in route) && !hasSecret(route.data);
}

/** Tells for which requests the answers of a route are compressed. */
export function compressionOf(route: AnyRoute): (request: FastifyRequest) => boolean {
  if (!isCompressible(route)) return () => false;
  return ({ headers: { 'accept-encoding': accepted } }) =>
    accepted !== undefined && takesGzip(String(accepted));
}

/** @returns undefined while too many wait */
export async function compressed(text: string): Promise<Buffer | undefined> {
  if (waiting >= MAX_WAITING) return undefined;
  waiting += 1;
  try {
    return await oneAtATime.use(() => compress(text, { level: LEVEL }));
  } finally {
    waiting -= 1;
  }
}

/** The same for a text in pieces, each in its turn: a client that reads slowly keeps nobody else waiting. */
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
