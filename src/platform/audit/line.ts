/** The line that a request leaves in the log of what was done. */
import type { FastifyRequest } from 'fastify';
import type { AnyRoute } from '../http/route.ts';
import { newTimedId } from '../ids.ts';
import { AUDIT_PREFIX, PLATFORM, type Action, type Actor } from './action.ts';
import { changeOf, factsOf, newAction, notedBefore, type Audit } from './audit.ts';

/** Who acts by a request. */
export function actorOf(
  request: FastifyRequest,
  { kind, id, personId, through = [], via }: Omit<Actor, 'requestId' | 'address'>,
): Actor {
  return {
    kind,
    id,
    personId,
    through,
    via,
    requestId: request.id,
    address: request.client.address,
  };
}

/** The request as it is before it is carried out. */
export type Asked = { orgId: string; actor: Actor; params: unknown; query: unknown; body: unknown };

/** The object that the request names: the last id in its path, or else the `id` of the answer. */
function objectOf(route: AnyRoute, params: unknown, data: unknown): string | null {
  const name = /:([A-Za-z]+)[^:]*$/.exec(route.path)?.[1];
  const id =
    name === undefined ? (data as { id?: unknown })?.id : (params as Record<string, unknown>)[name];
  return typeof id === 'string' ? id : null;
}

/**
 * Makes the line of a request, once it is carried out, inside its transaction.
 * @returns undefined for an answer by which nothing was changed
 */
export type Line = (data: unknown) => Action | undefined;

/** The line of a request has one id and time, however often its transaction is tried. */
export function lineOf(route: AnyRoute, asked: Asked): Line {
  const audit = 'audit' in route ? (route.audit as Audit<Asked & { data: unknown }>) : undefined;
  if (!audit) return () => undefined;
  const stamp = newTimedId(AUDIT_PREFIX);
  return (data) => {
    if (route.okWhen?.(data as { created?: boolean })) return undefined;
    const done = { ...asked, data };
    const { action, shows, removes, object, organization } = audit;
    const before = notedBefore();
    const { actor, orgId, params } = asked;
    return newAction(
      {
        orgId: organization?.(done) ?? (orgId || PLATFORM),
        actor,
        action,
        object: (object ? object(done) : objectOf(route, params, data)) ?? null,
        before: factsOf(before, removes ?? shows),
        after: changeOf(before, data, audit),
      },
      stamp,
    );
  };
}
