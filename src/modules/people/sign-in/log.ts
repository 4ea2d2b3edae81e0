/** The rows that sign-ins leave in the log of what was done. */
import type { Action, Actor, Facts } from '../../../platform/audit/action.ts';
import { newAction, writeAction } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/database.ts';
import { logOf } from '../../tenants/index.ts';

/** The request by which a browser asks. */
export type Asked = { requestId: string; address: string };

/** A person who acts by a session. */
export type Acting = { orgId: string; userId: string; sessionId: string };

/** The row of what a person did in a browser. @param asked null for what came of it without a request */
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

/** The row of sessions that an identity provider has ended. */
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

/** The service itself, where a sign-in does something that nobody asked for. */
export function signInActor(asked: Asked): Actor {
  return { kind: 'service', id: 'sign-in', via: null, ...asked };
}

/** Writes down an attempt without a person. @param organization as the address names it: it may name any */
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
