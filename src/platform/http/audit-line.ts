/** Builds the audit row of a request. */
import type { FastifyRequest } from 'fastify';
import type { AnyRoute } from './route.ts';
import { newTimedId } from '../ids.ts';
import { AUDIT_PREFIX, PLATFORM, type Action, type Actor } from '../audit/action.ts';
import { changeOf, factsWithHosts, newAction, type Audit } from '../audit/audit.ts';

/** The actor of a request. */
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

/** The request before it is carried out. */
export type Asked = { orgId: string; actor: Actor; params: unknown; query: unknown; body: unknown };

/** Returns the object of the request: the last id in its path, otherwise the `id` of the answer. */
function objectOf(route: AnyRoute, params: unknown, data: unknown): string | null {
  const name = /:([A-Za-z]+)[^:]*$/.exec(route.path)?.[1];
  const id =
    name === undefined ? (data as { id?: unknown })?.id : (params as Record<string, unknown>)[name];
  return typeof id === 'string' ? id : null;
}

/**
 * Builds the audit row of a request inside its transaction, after its work.
 * @returns undefined for an answer that reports no change
 */
export type Line = (data: unknown, before?: object) => Action | undefined;

/** Returns the audit row of a request, which keeps its id and time when the transaction is retried. */
export function lineOf(route: AnyRoute, asked: Asked): Line {
  const audit = 'audit' in route ? (route.audit as Audit<Asked & { data: unknown }>) : undefined;
  if (!audit) return () => undefined;
  const stamp = newTimedId(AUDIT_PREFIX);
  return (data, before) => {
    if (route.okWhen?.(data as { created?: boolean })) return undefined;
    const done = { ...asked, data };
    const { action, shows, removes, hosts, object, organization } = audit;
    const { actor, orgId, params } = asked;
    return newAction(
      {
        orgId: organization?.(done) ?? (orgId || PLATFORM),
        actor,
        action,
        object: (object ? object(done) : objectOf(route, params, data)) ?? null,
        before: factsWithHosts(before, removes ?? shows, hosts),
        after: changeOf(before, data, audit),
      },
      stamp,
    );
  };
}
