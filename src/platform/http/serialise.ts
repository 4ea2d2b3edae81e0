import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { IdempotentAnswer } from '../idempotency/idempotency.ts';
import type { Principal } from '../auth/key-cache.ts';
import type { Recipient } from '../idempotency/recipient.ts';
import type { PolicyServices } from './register.ts';
import type { AnyRoute } from './route.ts';

type Serialise = (envelope: object) => string;

const serialisers = new WeakMap<AnyRoute['data'], Serialise>();

/** Writes a route's envelope. Compiled for the first answer, because compiling all routes at start would take 0.1 s. */
export function serialiserOf({ data }: Pick<AnyRoute, 'data'>, reply: FastifyReply): Serialise {
  let serialise = serialisers.get(data);
  if (!serialise) {
    const envelope: object = Type.Object({ success: Type.Literal(true), data });
    serialise = reply.compileSerializationSchema(
      envelope as Record<string, unknown>,
    ) as unknown as Serialise;
    serialisers.set(data, serialise);
  }
  return serialise;
}

/** Marks an answer as a replay for the caller, and logs when it replays the answer of a different request. */
export function markReplay(
  { operationId: operation }: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { replayed, mismatch }: IdempotentAnswer,
): void {
  if (replayed) reply.header('idempotency-replayed', 'true');
  if (!mismatch) return;
  reply.header('idempotency-key-mismatch', 'true');
  const orgId = request.principal?.organization?.id;
  const said = { requestId: request.id, operation, orgId };
  request.log.warn(said, 'a repeated idempotency key had another body');
}

/** Returns the only caller that may get the recorded answer to a repeated request; undefined if every caller may. */
export function recipientOf(
  { replay }: AnyRoute,
  { id, kind, scopes }: Principal,
  { replacesKey }: PolicyServices,
): Recipient | undefined {
  if (replay !== 'actor') return undefined;
  const replaces = async (older: string): Promise<boolean> =>
    kind === 'key' && replacesKey(id, older);
  return { id, scopes, replaces };
}
