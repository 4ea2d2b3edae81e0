/**
 * Operators who view an organization: they read it for a limited time, for a reason, and the organization's log
 * records it.
 */
import { Type, type Static } from 'typebox';
import { AUTH_CHANNEL, type Principal } from '../../../platform/auth/key-cache.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { writeAction } from '../../../platform/audit/audit.ts';
import { drain } from '../../../platform/background/job.ts';
import { notifyAfterCommit } from '../../../platform/db/session/notifier.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { stepUpRefusal } from '../../../platform/http/admission.ts';
import { OPERATE_SCOPE } from '../../../platform/http/policy.ts';
import { Strict, StringEnum } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { getOrganization } from '../../tenants/index.ts';
import { mayView, OPERATOR_ROLE_NAMES, rightsOf } from '../roles.ts';
import {
  clearViews,
  lockEndedViews,
  lockView,
  startView,
  type EndedView,
} from '../sessions/views/store.ts';
import { actionBy, type Acting, type Asked } from './log.ts';

const VIEW_MINUTES = 30;
const BATCH = 100;
const VIEWERS = OPERATOR_ROLE_NAMES.filter((role) => mayView(rightsOf(PLATFORM, [role])));

const TICKET = definePattern(
  '^[A-Za-z0-9#._-]{1,40}$',
  'must be 1 to 40 letters, digits and characters # . _ -',
);

/** The reason is from a list and not free text, because the log has no personal data. */
export const View = Strict({
  organization: Type.String({ maxLength: 100 }),
  reason: StringEnum('ViewReason', ['support', 'incident', 'review']),
  ticket: Type.Optional(Type.String({ pattern: TICKET })),
});

/** Writes the end of a view into the log of its organization. */
async function writeEnd(
  tx: Tx,
  who: Acting,
  cause: 'ended' | 'replaced' | EndedView['cause'],
  asked: Asked | null,
): Promise<void> {
  await writeAction(tx, actionBy(asked, who, 'organization.view_end', who.orgId, { cause }));
}

/**
 * Makes an operator's session view an organization, instead of the current one.
 * @throws ApiError FORBIDDEN, STEP_UP_REQUIRED; NOT_FOUND for an unknown organization
 */
export async function beginView(
  shared: Database,
  person: Principal,
  { organization, reason, ticket }: Static<typeof View>,
  asked: Asked,
): Promise<{ organization: string; until: string }> {
  // An operator with a current view may change to another organization.
  if (!person.viewing && !mayView(person))
    throw new ApiError('FORBIDDEN', `none of your roles has the scope ${OPERATE_SCOPE}`);
  const refusal = stepUpRefusal(person);
  if (refusal) throw refusal;
  return shared.transaction(async (tx) => {
    const { id } = await getOrganization(tx, organization);
    const before = await lockView(tx, person.via);
    const until = await startView(tx, person.via, { orgId: id, minutes: VIEW_MINUTES });
    if (!until) throw new ApiError('UNAUTHORIZED', 'the session has just ended');
    const who = { orgId: id, userId: person.id, sessionId: person.via };
    if (before) await writeEnd(tx, { ...who, orgId: before }, 'replaced', asked);
    const facts = { reason, ticket: ticket ?? null, until: until.toISOString() };
    await writeAction(tx, actionBy(asked, who, 'organization.view', id, facts));
    notifyAfterCommit(AUTH_CHANNEL);
    return { organization: id, until: until.toISOString() };
  });
}

/** Ends the view of a session, if it has one. */
export async function endView(shared: Database, person: Principal, asked: Asked): Promise<void> {
  await shared.transaction(async (tx) => {
    const orgId = await lockView(tx, person.via);
    if (!orgId) return;
    await clearViews(tx, [person.via]);
    const who = { orgId, userId: person.id, sessionId: person.via };
    await writeEnd(tx, who, 'ended', asked);
    notifyAfterCommit(AUTH_CHANNEL);
  });
}

/**
 * Records the end of each view that no request ended: its time is over, the session or the operator's right has
 * ended, or a process died. A view stays with its session until its end is committed, so each end is recorded once.
 * @returns the number of views that ended
 */
export async function endOverdueViews(shared: Database, signal?: AbortSignal): Promise<number> {
  return drain(BATCH, signal, () =>
    shared.transaction(async (tx) => {
      const views = await lockEndedViews(tx, VIEWERS, BATCH);
      if (views.length === 0) return 0;
      await clearViews(
        tx,
        views.map(({ id }) => id),
      );
      for (const { id, user_id: userId, viewed_org_id: orgId, cause } of views)
        await writeEnd(tx, { orgId, userId, sessionId: id }, cause, null);
      notifyAfterCommit(AUTH_CHANNEL);
      return views.length;
    }),
  );
}

/** Returns the organization that a caller belongs to, also during a view of another. */
export function homeOf({ organization, viewing }: Principal): string {
  return viewing ? PLATFORM : (organization?.id ?? PLATFORM);
}

export function actingOf(person: Principal): Acting {
  return { orgId: homeOf(person), userId: person.id, sessionId: person.via };
}
