import { sql, type RawBuilder, type Selectable } from 'kysely';
import { FREED, fromNow, IS_FREE } from '../../platform/background/store.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { sameAs } from '../../platform/db/lists/external-ids.ts';
import { NEWEST_ID, selectPage, type Listed, type Page } from '../../platform/db/lists/keyset.ts';
import { rowById, rowReader } from '../../platform/db/lists/row-by-id.ts';
import { settingsStore } from '../../platform/db/lists/settings-row.ts';
import type { VerificationSessionSettings, VerificationSessions } from '../../platform/db/types.ts';
import type { SessionStatus, StoredStep } from './schemas.ts';

export type SettingsRow = Selectable<VerificationSessionSettings>;

export const {
  select: selectSettings,
  lock: lockSettings,
  update: updateSettings,
} = settingsStore('verification_session_settings');

export type SessionRow = Omit<Selectable<VerificationSessions>, 'steps'> & { steps: StoredStep[] };

/** A session as one process runs it. */
export type Held = { orgId: string; id: string; holder: string };

/** The time after which the worker runs a step that needs no input, unless a request runs it earlier. */
const BY_ITSELF_MS = 5000;

/** Returns the time at which the worker checks an open session that no process runs. */
function dueAt(needsNothing: boolean): RawBuilder<unknown> {
  return needsNothing ? sql`least(expires_at, ${fromNow(BY_ITSELF_MS)})` : sql`expires_at`;
}

type NewSession = Pick<
  SessionRow,
  | 'org_id'
  | 'id'
  | 'subject_id'
  | 'country'
  | 'steps'
  | 'consent'
  | 'return_url'
  | 'known'
  | 'envelope'
  | 'created_by'
> & { seconds: number; needsNothing: boolean };

export async function insertSession(tx: Tx, row: NewSession): Promise<SessionRow> {
  const ends = fromNow(row.seconds * 1000);
  const { rows } = await sql<SessionRow>`
    INSERT INTO verification_sessions (org_id, id, subject_id, country, steps, consent, return_url, known, envelope,
      created_by, expires_at, due_at)
    VALUES (${row.org_id}, ${row.id}, ${row.subject_id}, ${row.country}, ${JSON.stringify(row.steps)},
      ${row.consent && JSON.stringify(row.consent)}, ${row.return_url}, ${row.known}, ${row.envelope}, ${row.created_by},
      ${ends}, ${row.needsNothing ? sql`least(${ends}, ${fromNow(BY_ITSELF_MS)})` : ends})
    RETURNING *`.execute(tx);
  return rows[0]!;
}

const read = rowReader('verification_sessions');

export async function selectSession(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<SessionRow | undefined> {
  return (await read(db, orgId, id)) as SessionRow | undefined;
}

/** A session for an answer, with the last withdrawal of a consent of its subject. */
export type ShownRow = SessionRow & { consent_withdrawn_at: Date | null };

/** Selects a session for an answer. @param withdrawal the last withdrawal of the subject in a column */
export async function selectShown(
  db: Queryable,
  orgId: string,
  id: string,
  withdrawal: RawBuilder<Date | null>,
): Promise<ShownRow | undefined> {
  const row = rowById(db, 'verification_sessions', orgId, id);
  return (await row.select(withdrawal.as('consent_withdrawn_at')).executeTakeFirst()) as
    | ShownRow
    | undefined;
}

/** Returns true while a step of a session of the subject runs. */
export async function selectIsRunning(db: Queryable, orgId: string, subjectId: string) {
  const { rows } = await sql`
    SELECT FROM verification_sessions
    WHERE org_id = ${orgId} AND subject_id = ${subjectId} AND status = 'open' AND phase = 'running' AND NOT ${IS_FREE}
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Newest first. */
export async function selectSessions(
  db: Queryable,
  orgId: string,
  { subjectId, status }: { subjectId?: string; status?: string },
  page: Page,
  withdrawal: RawBuilder<Date | null>,
): Promise<Listed<ShownRow>> {
  let all = db.selectFrom('verification_sessions').where('org_id', '=', orgId);
  if (status !== undefined) all = all.where('status', '=', status);
  const same = sameAs('subject_id', orgId, subjectId);
  const shown = {
    shown: all.selectAll().select(withdrawal.as('consent_withdrawn_at')),
    counted: all,
    same,
  };
  return (await selectPage(db, shown, NEWEST_ID, page)) as unknown as Listed<ShownRow>;
}

export async function lockSession(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<SessionRow | undefined> {
  const row = await rowById(tx, 'verification_sessions', orgId, id).forUpdate().executeTakeFirst();
  return row as SessionRow | undefined;
}

/**
 * Starts the current step of a session, with what it needs, unless a process runs it or another attempt is current.
 * @returns false if it did not start
 */
export async function holdStep(
  db: Queryable,
  { orgId, id, holder }: Held,
  { position, attempt, envelope }: Pick<SessionRow, 'position' | 'attempt' | 'envelope'>,
  leaseMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE verification_sessions SET phase = 'running', envelope = ${envelope}, holder = ${holder},
      leased_until = ${fromNow(leaseMs)}, due_at = ${fromNow(leaseMs)}
    WHERE org_id = ${orgId} AND id = ${id} AND status = 'open' AND expires_at > now() AND phase = 'waiting'
      AND position = ${position} AND attempt = ${attempt}
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** Releases a step that could not run. It then waits as before. */
export async function giveBack(
  db: Queryable,
  { orgId, id, holder }: Held,
  envelope: string | null,
  needsNothing: boolean,
): Promise<void> {
  await sql`UPDATE verification_sessions SET phase = 'waiting', envelope = ${envelope}, due_at = ${dueAt(needsNothing)}, ${FREED}
    WHERE org_id = ${orgId} AND id = ${id} AND holder = ${holder} AND phase = 'running'`.execute(
    db,
  );
}

/** Locks a session whose step the holder runs. @returns false if another process has taken it over, or it has ended */
export async function lockHeld(tx: Tx, { orgId, id, holder }: Held): Promise<boolean> {
  const { rows } = await sql`SELECT FROM verification_sessions
    WHERE org_id = ${orgId} AND id = ${id} AND holder = ${holder} AND phase = 'running' AND status = 'open'
    FOR UPDATE`.execute(tx);
  return rows.length > 0;
}

/** Moves a locked session to the position of the next attempt. */
export async function setPlace(
  tx: Tx,
  { orgId, id }: { orgId: string; id: string },
  row: Pick<SessionRow, 'steps' | 'position' | 'attempt' | 'known' | 'prompt' | 'envelope'> & {
    needsNothing: boolean;
  },
): Promise<void> {
  await sql`UPDATE verification_sessions SET steps = ${JSON.stringify(row.steps)}, position = ${row.position},
      attempt = ${row.attempt}, known = ${row.known}, prompt = ${row.prompt}, envelope = ${row.envelope}, phase = 'waiting',
      due_at = ${dueAt(row.needsNothing)}, ${FREED}
    WHERE org_id = ${orgId} AND id = ${id}`.execute(tx);
}

/**
 * Ends a locked session, and deletes the data sealed for it. @param place the position after its last attempt, if an
 * attempt has ended it
 */
export async function endSession(
  tx: Tx,
  { orgId, id }: { orgId: string; id: string },
  status: Exclude<SessionStatus, 'open'>,
  place?: Pick<SessionRow, 'steps' | 'position' | 'attempt'>,
): Promise<SessionRow> {
  const change = place
    ? sql`steps = ${JSON.stringify(place.steps)}, position = ${place.position}, attempt = ${place.attempt},`
    : sql``;
  const { rows } = await sql<SessionRow>`
    UPDATE verification_sessions SET ${change} status = ${status}, ended_at = now(), phase = 'waiting', prompt = NULL,
      known = '{}', envelope = NULL, link_hash = NULL, due_at = NULL, ${FREED}
    WHERE org_id = ${orgId} AND id = ${id} RETURNING *`.execute(tx);
  return rows[0]!;
}

/** Gives a locked session its only link. */
export async function setLink(
  tx: Tx,
  { orgId, id }: { orgId: string; id: string },
  hash: Buffer,
): Promise<void> {
  await sql`UPDATE verification_sessions SET link_hash = ${hash}, browser_hash = NULL
    WHERE org_id = ${orgId} AND id = ${id}`.execute(tx);
}

/** Replaces an unopened link by the browser that opens it. @returns false if the session has no such link */
export async function useLink(
  tx: Tx,
  { orgId, id }: { orgId: string; id: string },
  link: Buffer,
  browser: Buffer,
): Promise<boolean> {
  const { rows } =
    await sql`UPDATE verification_sessions SET link_hash = NULL, browser_hash = ${browser}
    WHERE org_id = ${orgId} AND id = ${id} AND link_hash = ${link} AND status = 'open' AND expires_at > now()
    RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes the session, of any organization, that has been due for the longest time: it has expired, its process has died,
 * or its step needs no input.
 */
export async function takeDue(
  db: Queryable,
  holder: string,
  leaseMs: number,
): Promise<(SessionRow & { is_expired: boolean }) | undefined> {
  const { rows } = await sql<SessionRow & { is_expired: boolean }>`
    WITH next AS MATERIALIZED (
      SELECT org_id, id FROM verification_sessions WHERE due_at <= now() AND ${IS_FREE}
      ORDER BY due_at, org_id, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE verification_sessions AS s SET phase = 'running', holder = ${holder}, leased_until = ${fromNow(leaseMs)},
      due_at = ${fromNow(leaseMs)}
    FROM next WHERE s.org_id = next.org_id AND s.id = next.id
    RETURNING s.*, s.expires_at <= now() AS is_expired`.execute(db);
  return rows[0];
}
