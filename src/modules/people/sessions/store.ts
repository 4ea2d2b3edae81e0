import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  NEWEST_ID,
  selectPage,
  type Listed,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { Sessions } from '../../../platform/db/types.ts';
import type { Zones } from '../../../platform/calendar/zoned-months.ts';

export type SessionRow = Selectable<Sessions>;

/** The settings of sessions, in seconds. */
export type SessionTimes = { idleSeconds: number; absoluteSeconds: number };

export type FoundSession = {
  id: string;
  org_id: string;
  user_id: string;
  /** Null for a member that is older than this column: its id is the id of the person. */
  person_id: string | null;
  /** The keys and people that opened it; null in sessions that are older than this column. */
  through: string[] | null;
  authenticated_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  roles: string[];
  /** The end of the current view of another organization, described by the next columns; null without a view. */
  viewed_until: Date | null;
  viewed_org_id: string | null;
  bucket: string | null;
  plan: string | null;
  addons: string[] | null;
  billing_zones: Zones | null;
  consent_kinds: string[] | null;
  consents_withdrawn: boolean | null;
  seals_content: boolean | null;
};

/**
 * The condition on a row with `org_id` and `created_at`: if the row belongs to a twin, the organization has had a test
 * key ever since. Sessions and codes of a twin end with the last test key of its organization.
 */
export function isInMode(table: 's' | 'sessions' | 'sign_in_codes'): RawBuilder<boolean> {
  const [orgId, createdAt] = [sql.ref(`${table}.org_id`), sql.ref(`${table}.created_at`)];
  return sql<boolean>`(${orgId} NOT LIKE 'testorg\\_%' OR EXISTS (
    SELECT FROM api_keys AS tk JOIN organizations AS twin ON twin.id = ${orgId}
    WHERE tk.org_id = substr(${orgId}, 5) AND tk.mode = 'test' AND tk.revoked_at IS NULL
      AND (tk.expires_at IS NULL OR tk.expires_at > now())
      AND ${createdAt} >= coalesce(twin.test_since, twin.created_at)))`;
}

/**
 * Selects the session with this token, unless it has ended, was unused for too long, or its membership or the test
 * mode of its organization has ended.
 */
export async function findSession(
  db: Queryable,
  tokenHash: Buffer,
  idleSeconds: number,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    SELECT s.id, s.org_id, s.user_id, m.person_id, s.through, s.authenticated_at, s.last_seen_at, s.expires_at,
      m.roles || m.group_roles AS roles, v.viewed_until, v.viewed_org_id, o.bucket, o.plan, o.addons,
      o.billing_zones, o.consent_kinds, o.consents_withdrawn, o.seals_content
    FROM sessions AS s
    LEFT JOIN LATERAL (SELECT s.viewed_org_id, s.viewed_until WHERE s.viewed_until > now()) AS v ON true
    JOIN memberships AS m ON m.org_id = s.org_id AND m.user_id = s.user_id AND m.ended_at IS NULL
    LEFT JOIN organizations AS o ON o.id = coalesce(v.viewed_org_id, s.org_id)
    WHERE s.token_hash = ${tokenHash} AND s.ended_at IS NULL AND s.expires_at > now()
      AND s.last_seen_at > now() - make_interval(secs => ${idleSeconds}) AND ${isInMode('s')}`.execute(
    sharedOf(db),
  );
  return rows[0];
}

export async function insertSession(
  tx: Tx,
  row: Pick<
    SessionRow,
    | 'org_id'
    | 'id'
    | 'user_id'
    | 'token_hash'
    | 'method'
    | 'provider_session'
    | 'return_url'
    | 'authenticated_at'
    | 'through'
  >,
  absoluteSeconds: number,
): Promise<SessionRow> {
  return sharedOf(tx)
    .insertInto('sessions')
    .values({ ...row, expires_at: sql`now() + make_interval(secs => ${absoluteSeconds})` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Selects the unexpired sessions of these organizations. */
function alive(db: Queryable, orgIds: string[], idleSeconds: number) {
  return sharedOf(db)
    .selectFrom('sessions')
    .where('org_id', 'in', orgIds)
    .where(isInMode('sessions'))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(secs => ${idleSeconds})`);
}

/** Selects the hash of the token of a member's newest sign-in. */
export async function findNewestToken(
  db: Queryable,
  orgId: string,
  userId: string,
  idleSeconds: number,
): Promise<Buffer | undefined> {
  const row = await alive(db, [orgId], idleSeconds)
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('authenticated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.token_hash;
}

export async function selectSessions(
  db: Queryable,
  orgIds: string[],
  { userId, idleSeconds, page }: { userId: string | undefined; idleSeconds: number; page: Page },
): Promise<Listed<SessionRow>> {
  const base = () => {
    const query = alive(db, orgIds, idleSeconds);
    return userId === undefined ? query : query.where('user_id', '=', userId);
  };
  return selectPage(sharedOf(db), { shown: base().selectAll(), counted: base() }, NEWEST_ID, page);
}

/** @returns the user of the session; undefined if it does not exist or has been ended */
export async function endSession(
  tx: Tx,
  orgIds: string[],
  id: string,
  userId?: string,
): Promise<string | undefined> {
  const update = sharedOf(tx)
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('org_id', 'in', orgIds)
    .where('id', '=', id)
    .where('ended_at', 'is', null);
  const mine = userId === undefined ? update : update.where('user_id', '=', userId);
  return (await mine.returning('user_id').executeTakeFirst())?.user_id;
}

/**
 * Ends the sessions of a person, of a session at the identity provider, or of the two combined.
 * @returns their number
 */
export async function endSessionsOf(
  tx: Tx,
  orgId: string,
  whose: { userId: string; providerSession?: Buffer } | { providerSession: Buffer },
): Promise<number> {
  let update = sharedOf(tx)
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('ended_at', 'is', null);
  if ('userId' in whose) update = update.where('user_id', '=', whose.userId);
  const { providerSession } = whose;
  if (providerSession) update = update.where('provider_session', '=', providerSession);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Ends the session with this token, of any owner, because a new session replaces it in the same browser. */
export async function endSessionWith(tx: Tx, tokenHash: Buffer): Promise<void> {
  await sql`UPDATE sessions SET ended_at = now()
    WHERE token_hash = ${tokenHash} AND ended_at IS NULL`.execute(sharedOf(tx));
}

/** Records the use of a session, at most once in a short time. */
export async function touchSession(db: Queryable, orgId: string, id: string): Promise<void> {
  await sql`UPDATE sessions SET last_seen_at = now()
    WHERE org_id = ${orgId} AND id = ${id} AND last_seen_at < now() - interval '55 s'
      AND ended_at IS NULL`.execute(sharedOf(db));
}

/** Deletes sessions that ended a month ago, and unused codes. @returns the number of rows */
export async function deleteOld(db: Queryable): Promise<number> {
  const sessions =
    await sql`DELETE FROM sessions WHERE expires_at < now() - interval '30 days'`.execute(
      sharedOf(db),
    );
  const codes = await sql`DELETE FROM sign_in_codes WHERE expires_at < now()`.execute(sharedOf(db));
  return Number(sessions.numAffectedRows ?? 0n) + Number(codes.numAffectedRows ?? 0n);
}
