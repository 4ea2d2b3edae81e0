import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { yielder } from '../../concurrency/yield-to-event-loop.ts';
import type { RecordedAnswer } from '../../idempotency/idempotency.ts';

/** Bytes encoded per piece; base64 of a multiple of 3 has no padding. */
const PIECE_BYTES = 3 * 2 ** 18;
/** The text of the empty member. It cannot be inside a JSON string, because quotation marks are escaped there. */
const EMPTY_MEMBER = '"base64":""';

async function* pieces(start: string, content: Buffer, end: string): AsyncGenerator<string> {
  const yieldIfDue = yielder();
  yield start;
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    yield content.toString('base64', at, at + PIECE_BYTES);
    await yieldIfDue();
  }
  yield end;
}

/** Sends an answer whose empty member `base64` receives the content, as fast as the client reads. */
export function sendFile(
  reply: FastifyReply,
  { status, body }: RecordedAnswer,
  content: Buffer,
): FastifyReply {
  const at = body.indexOf(EMPTY_MEMBER) + EMPTY_MEMBER.length - 1;
  const [start, end] = [body.slice(0, at), body.slice(at)];
  const length = Buffer.byteLength(body) + Math.ceil(content.length / 3) * 4;
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-length', length)
    .send(Readable.from(pieces(start, content, end)));
}
