/** The rows of sign-ins in the audit log. */
import type { FastifyRequest } from 'fastify';
import type { Action, Actor, Facts } from '../../../platform/audit/action.ts';
import { newAction, writeAction } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/database.ts';
import { logOf } from '../../tenants/index.ts';

/** The browser's request. */
export type Asked = { requestId: string; address: string };

export function asking({ id, client }: FastifyRequest): Asked {
  return { requestId: id, address: client.address };
}

/** A person who acts through a session. */
export type Acting = { orgId: string; userId: string; sessionId: string };

/** Returns the row of a person's action in a browser. @param asked null without a request */
export function actionBy(
  asked: Asked | null,
  who: Acting,
  action: string,
  object: string,
  after: Facts | null,
): Action {
  const { orgId, userId, sessionId } = who;
  const { requestId = null, address = null } = asked ?? {};
  const actor = { kind: 'person', id: userId, via: sessionId, requestId, address } as const;
  return newAction({ orgId, actor, action, object, after });
}

/** Returns the row of sessions that an identity provider has ended. */
export function providerAction(
  asked: Asked,
  what: { orgId: string; issuerId: string; userId: string | null; ended: number },
): Action {
  const { orgId, issuerId, userId, ended } = what;
  return newAction({
    orgId,
    actor: { kind: 'service', id: issuerId, via: null, ...asked },
    action: 'session.provider_logout',
    object: userId,
    after: { ended },
  });
}

/** Returns the service as the actor of changes that a sign-in makes without a request for them. */
export function signInActor(asked: Asked): Actor {
  return { kind: 'service', id: 'sign-in', via: null, ...asked };
}

/** Records an attempt without a known person. @param organization the one in the address; it may not exist */
export async function recordRefusal(
  shared: Database,
  organization: string | undefined,
  asked: Asked,
): Promise<void> {
  const action = newAction({
    orgId: await logOf(shared.read, organization),
    actor: signInActor(asked),
    action: 'session.refuse',
  });
  await shared.transaction((tx) => writeAction(tx, action));
}
