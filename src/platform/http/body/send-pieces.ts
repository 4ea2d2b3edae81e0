/** Sends texts of any length in pieces, as fast as the client reads them. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextTurn, yielder } from '../../concurrency/yield-to-event-loop.ts';
import type { AnyRoute } from '../route.ts';
import { compressedPieces, compressionOf } from './gzip.ts';

/** Characters per write to the connection. */
const PIECE_CHARACTERS = 128 * 1024;

/** A document of any length. Its pieces are read only as fast as the client accepts them. */
export type Document = {
  mediaType: string;
  headers?: Readonly<Record<string, string>>;
  pieces: AsyncIterable<string>;
};

/** Joins short texts, and lets other requests run between two pieces. */
export async function* inPieces(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  // Many answers may be ready together.
  await nextTurn();
  const yieldIfDue = yielder();
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length >= PIECE_CHARACTERS) {
      yield piece;
      piece = '';
    }
    await yieldIfDue();
  }
  yield piece;
}

/** Sends pieces of a text, compressed if the client takes that. */
export function sendText(
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
  isCompressed: boolean,
): FastifyReply {
  if (!isCompressed) return reply.send(Readable.from(pieces));
  reply.header('content-encoding', 'gzip');
  return reply.send(Readable.from(compressedPieces(pieces)));
}

async function* continued(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Sends a document. An error before its first piece is answered as an error; a later one cuts the answer off. */
export async function sendDocument(
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, headers = {}, pieces }: Document,
): Promise<FastifyReply> {
  const texts = inPieces(pieces);
  const first = await texts.next();
  const type = `${mediaType}; charset=utf-8`;
  reply.code(route.status).headers({ ...headers, 'content-type': type });
  const all = continued(first.value as string, texts);
  return sendText(reply, all, compressionOf(route)(request));
}
