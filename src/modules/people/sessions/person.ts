import { credentialOf, type Principal } from '../../../platform/auth/key-cache.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { isTestOrganization } from '../../tenants/index.ts';
import { mayView, rightsOf } from '../roles.ts';
import { findNewestToken, findSession } from './store.ts';

/** Returns the person of this session, with the rights of the roles; undefined if the session has ended. */
export async function findPerson(
  db: Queryable,
  tokenHash: Buffer,
  idleSeconds: number,
): Promise<Principal | undefined> {
  const found = await findSession(db, tokenHash, idleSeconds);
  if (!found) return undefined;
  const { bucket, plan, addons, billing_zones: zones, viewed_until: until } = found;
  const consentKinds = found.consent_kinds ?? [];
  const own = rightsOf(found.org_id, found.roles);
  const viewing =
    until && bucket !== null && mayView(own) ? { untilMs: until.getTime() } : undefined;
  const id = viewing ? found.viewed_org_id! : found.org_id;
  return {
    kind: 'person',
    id: found.user_id,
    memberId: found.user_id,
    personId: found.person_id ?? found.user_id,
    through: found.through ?? [],
    via: found.id,
    credential: credentialOf('session', tokenHash),
    organization:
      id === PLATFORM
        ? null
        : {
            id,
            bucket: bucket!,
            plan: plan!,
            addons: addons ?? [],
            zones: zones ?? [],
            consentKinds,
            hasWithdrawals: found.consents_withdrawn ?? false,
            sealsContent: found.seals_content,
          },
    ...(isTestOrganization(id) && { isTest: true }),
    ...(viewing ? { scopes: new Set(), reads: rightsOf(id, ['auditor']).reads, viewing } : own),
    roles: [...new Set(found.roles)],
    expiresAtMs: found.expires_at.getTime(),
    session: {
      authenticatedAtMs: found.authenticated_at.getTime(),
      seenAtMs: found.last_seen_at.getTime(),
    },
  };
}

/** Returns the member of an organization by their newest session; undefined without one. */
export async function findSignedIn(
  db: Queryable,
  orgId: string,
  userId: string,
  idleSeconds: number,
): Promise<Principal | undefined> {
  const token = await findNewestToken(db, orgId, userId, idleSeconds);
  return token && findPerson(db, token, idleSeconds);
}
