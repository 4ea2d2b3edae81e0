/** Operators who look at an organization: they read, for a while, for a reason, and the organization's log says so. */
import { Type, type Static } from 'typebox';
import { AUTH_CHANNEL, type Principal } from '../../../platform/auth/key-cache.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { writeAction } from '../../../platform/audit/audit.ts';
import { notifyAfterCommit } from '../../../platform/background/notifier.ts';
import type { Database } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { stepUpRefusal } from '../../../platform/http/admission.ts';
import { OPERATE_SCOPE } from '../../../platform/http/policy.ts';
import { Strict, StringEnum } from '../../../platform/http/schema.ts';
import { getOrganization } from '../../tenants/index.ts';
import { mayView } from '../roles.ts';
import { setView } from '../sessions/store.ts';
import { actionBy, type Asked } from './log.ts';

const VIEW_MINUTES = 30;

/** The reason is no free text: the log has no personal data. */
export const View = Strict({
  organization: Type.String({ maxLength: 100 }),
  reason: StringEnum('ViewReason', ['support', 'incident', 'review']),
  ticket: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9#._-]{1,40}$' })),
});

/**
 * Has an operator's session look at an organization, in the place of another that it looks at.
 * @throws ApiError FORBIDDEN, STEP_UP_REQUIRED; NOT_FOUND for an unknown organization
 */
export async function beginView(
  shared: Database,
  person: Principal,
  { organization, reason, ticket }: Static<typeof View>,
  asked: Asked,
): Promise<{ organization: string; until: string }> {
  // Whoever looks at one already may look at another.
  if (!person.viewing && !mayView(person))
    throw new ApiError('FORBIDDEN', `none of the roles has the scope ${OPERATE_SCOPE}`);
  const refusal = stepUpRefusal(person);
  if (refusal) throw refusal;
  return shared.transaction(async (tx) => {
    const { id } = await getOrganization(tx, organization);
    const until = await setView(tx, person.via, { orgId: id, minutes: VIEW_MINUTES });
    if (!until) throw new ApiError('UNAUTHORIZED', 'the session has just ended');
    const who = { orgId: id, userId: person.id, sessionId: person.via };
    const facts = { reason, ticket: ticket ?? null, until: until.toISOString() };
    await writeAction(tx, actionBy(asked, who, 'organization.view', id, facts));
    notifyAfterCommit(AUTH_CHANNEL);
    return { organization: id, until: until.toISOString() };
  });
}

/** Has it look at none again. */
export async function endView(shared: Database, person: Principal, asked: Asked): Promise<void> {
  const { organization, viewing } = person;
  if (!organization || !viewing) return;
  await shared.transaction(async (tx) => {
    await setView(tx, person.via, null);
    const who = { orgId: organization.id, userId: person.id, sessionId: person.via };
    await writeAction(tx, actionBy(asked, who, 'organization.view_end', organization.id, null));
    notifyAfterCommit(AUTH_CHANNEL);
  });
}

/** The organization that a caller belongs to, also while it looks at another. */
export function homeOf({ organization, viewing }: Principal): string {
  return viewing ? PLATFORM : (organization?.id ?? PLATFORM);
}
