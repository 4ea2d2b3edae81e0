import { PLATFORM } from '../../../platform/audit/action.ts';
import { AUTH_CHANNEL } from '../../../platform/auth/key-cache.ts';
import { generateSessionToken, hashSessionToken } from '../../../platform/auth/api-key.ts';
import { notifyAfterCommit } from '../../../platform/db/session/notifier.ts';
import { clock } from '../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import { paged, type PageInput } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { isTestOrganization, testOrganizationOf } from '../../tenants/index.ts';
import type { Session } from './schemas.ts';
import * as store from './store.ts';

export const SESSION_PREFIX = 'ses';

function toSession(row: store.SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    method: row.method as Session['method'],
    authenticatedAt: row.authenticated_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    mode: isTestOrganization(row.org_id) ? 'test' : 'live',
  };
}

/** Returns an organization and its twin, whose sessions it sees and ends. */
function withTwin(orgId: string): string[] {
  return orgId === PLATFORM || isTestOrganization(orgId)
    ? [orgId]
    : [orgId, testOrganizationOf(orgId)];
}

/** Begins a session and returns its token. Stores only the hash, so no later answer can show the token. */
export async function beginSession(
  tx: Tx,
  person: {
    orgId: string;
    userId: string;
    method: Session['method'];
    authenticatedAt?: Date;
    providerSession?: Buffer | null;
    returnUrl?: string | null;
    /** The keys and people that opened it. */
    through?: string[];
  },
  times: store.SessionTimes,
): Promise<{ token: string; session: Session }> {
  const token = generateSessionToken();
  const row = await store.insertSession(
    tx,
    {
      org_id: person.orgId,
      id: newId(SESSION_PREFIX),
      user_id: person.userId,
      token_hash: hashSessionToken(token),
      method: person.method,
      provider_session: person.providerSession ?? null,
      return_url: person.returnUrl ?? null,
      through: person.through ?? [],
      authenticated_at: person.authenticatedAt ?? new Date(clock.nowMs()),
    },
    times.absoluteSeconds,
  );
  return { token, session: toSession(row) };
}

/**
 * Ends a session of an organization, or of its twin, in every process within 5 s.
 * @param userId the required owner; omitted for any
 * @throws ApiError NOT_FOUND
 */
export async function endSession(
  tx: Tx,
  orgId: string,
  id: string,
  userId?: string,
): Promise<{ id: string; deleted: true }> {
  await found(
    'session',
    isId(SESSION_PREFIX, id) && store.endSession(tx, withTwin(orgId), id, userId),
  );
  notifyAfterCommit(AUTH_CHANNEL);
  return { id, deleted: true };
}

/** Lists the sessions of an organization and of its twin. */
export async function listSessions(
  db: Queryable,
  orgId: string,
  query: PageInput & { userId?: string },
  { idleSeconds }: store.SessionTimes,
) {
  const { userId } = query;
  return paged(
    query,
    (page) => store.selectSessions(db, withTwin(orgId), { userId, idleSeconds, page }),
    toSession,
  );
}
