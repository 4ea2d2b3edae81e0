import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/types.ts';
import { countRows } from '../../../platform/db/count.ts';
import { newId } from '../../../platform/ids.ts';
import { DEAD_LETTER_PREFIX } from './schemas.ts';

export type DeadLetterRow = Selectable<DB['dead_letters']>;

/** Who holds a letter while it is replayed. */
export type Held = { orgId: string; id: string; holder: string };

/** First automatic replay, and the longest time between two of them. */
const FIRST_REPLAY_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 3600;
/** After this nobody waits for the answer any more; people can still ask for it. */
const AUTOMATIC_DAYS = 3;
const KEPT_DAYS = 30;

/** When a letter is due again, after a replay: twice as long each time; null when it has become too old. */
const nextDue = sql`CASE WHEN created_at > now() - make_interval(days => ${sql.lit(AUTOMATIC_DAYS)})
  THEN now() + make_interval(secs => least(${sql.lit(LONGEST_WAIT_SECONDS)},
    ${sql.lit(FIRST_REPLAY_SECONDS)} * power(2, least(replays + 1, 10)))) END`;

export type NewDeadLetter = { envelope: string | null; providers: string[]; sandbox: boolean };

/** A letter without envelope is kept as a trace, and is never due. */
export async function insertDeadLetter(
  tx: Tx,
  /** The call. */
  { orgId, id, kind, country }: { orgId: string; id: string; kind: string; country: string },
  { envelope, providers, sandbox }: NewDeadLetter,
): Promise<void> {
  await sql`INSERT INTO dead_letters (org_id, id, verification_id, kind, country, providers, sandbox, envelope, due_at)
    VALUES (${orgId}, ${newId(DEAD_LETTER_PREFIX)}, ${id}, ${kind}, ${country}, ${providers}, ${sandbox},
      ${envelope}, CASE WHEN ${envelope}::text IS NOT NULL
        THEN now() + make_interval(secs => ${sql.lit(FIRST_REPLAY_SECONDS)}) END)`.execute(tx);
}

export type DeadLetterFilter = { organizationId?: string; status?: string };

/** Of all organizations, newest first: for operators. */
export async function selectDeadLetters(
  db: Queryable,
  { organizationId, status }: DeadLetterFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: DeadLetterRow[]; total: number }> {
  let query = db.selectFrom('dead_letters');
  if (organizationId !== undefined) query = query.where('org_id', '=', organizationId);
  if (status !== undefined) query = query.where('status', '=', status);
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: await countRows(query) };
}

export async function selectDeadLetter(
  db: Queryable | Tx,
  id: string,
): Promise<DeadLetterRow | undefined> {
  return db.selectFrom('dead_letters').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Ids of letters that can be replayed, oldest first. */
export async function selectReplayable(
  db: Queryable,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('dead_letters')
    .select('id')
    .where('status', '=', 'waiting')
    .where('envelope', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const replayable = sql`status = 'waiting' AND envelope IS NOT NULL AND leased_until <= now()`;

/** Holds a letter for `leaseMs`. @returns undefined when it is held, settled or cannot be replayed */
export async function holdDeadLetter(
  db: Queryable,
  id: string,
  holder: string,
  leaseMs: number,
): Promise<DeadLetterRow | undefined> {
  const { rows } = await sql<DeadLetterRow>`
    UPDATE dead_letters SET holder = ${holder}, leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    WHERE id = ${id} AND ${replayable} RETURNING *`.execute(db);
  return rows[0];
}

/** The same for the one that is due longest. */
export async function holdDueDeadLetter(
  db: Queryable,
  holder: string,
  leaseMs: number,
): Promise<DeadLetterRow | undefined> {
  const { rows } = await sql<DeadLetterRow>`
    UPDATE dead_letters SET holder = ${holder}, leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    WHERE id = (SELECT id FROM dead_letters WHERE due_at <= now() AND ${replayable}
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(db);
  return rows[0];
}

/**
 * Ends a replay that was answered, as `replayedAs`, or that found nobody again. The request is deleted with its
 * answer.
 * @returns false when somebody else has taken the letter over
 */
export async function settleReplay(
  tx: Tx,
  { orgId, id, holder }: Held,
  replayedAs: string | undefined,
): Promise<boolean> {
  const outcome =
    replayedAs === undefined
      ? sql`due_at = ${nextDue}`
      : sql`status = 'replayed', replayed_as = ${replayedAs}, envelope = NULL, due_at = NULL`;
  const { rows } = await sql`
    UPDATE dead_letters SET ${outcome}, replays = replays + 1, holder = NULL,
      leased_until = '-infinity', updated_at = now()
    WHERE org_id = ${orgId} AND id = ${id} AND holder = ${holder} RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Gives a letter back of which nothing came; it is due again later, so that the others get their turn. */
export async function releaseDeadLetter(db: Queryable, { orgId, id, holder }: Held): Promise<void> {
  await sql`UPDATE dead_letters SET holder = NULL, leased_until = '-infinity', due_at = ${nextDue}
    WHERE org_id = ${orgId} AND id = ${id} AND holder = ${holder}`.execute(db);
}

/** Lets letters that would ask the same providers wait as well. */
export async function postponeAlike(
  db: Queryable,
  { kind, country }: { kind: string; country: string },
): Promise<void> {
  await sql`UPDATE dead_letters SET due_at = ${nextDue}
    WHERE due_at <= now() AND ${replayable} AND kind = ${kind} AND country = ${country}`.execute(
    db,
  );
}

/** A provider answers again: what waits for it is due now. */
export async function hastenWaitingFor(db: Queryable, provider: string): Promise<void> {
  await sql`UPDATE dead_letters SET due_at = now()
    WHERE status = 'waiting' AND due_at > now() AND ${provider} = ANY (providers)`.execute(db);
}

/** Requests that nobody has asked for again in all that time are not kept for ever. */
export async function discardAbandoned(db: Queryable): Promise<void> {
  await sql`UPDATE dead_letters SET status = 'discarded', envelope = NULL, due_at = NULL, updated_at = now()
    WHERE status = 'waiting' AND leased_until <= now()
      AND created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(db);
}

/** @returns false when it is not waiting, or being replayed */
export async function discardDeadLetter(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE dead_letters SET status = 'discarded', envelope = NULL, due_at = NULL, updated_at = now()
    WHERE id = ${id} AND status = 'waiting' AND leased_until <= now() RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export type SealedLetter = {
  org_id: string;
  id: string;
  verification_id: string;
  kind: string;
  envelope: string;
};

/** Letters whose envelopes are not under `keyId`, by place. */
export async function selectLettersToRewrap(
  db: Queryable,
  keyId: string,
  after: Pick<SealedLetter, 'org_id' | 'id'> = { org_id: '', id: '' },
  limit: number,
): Promise<SealedLetter[]> {
  const { rows } = await sql<SealedLetter>`
    SELECT org_id, id, verification_id, kind, envelope FROM dead_letters
    WHERE envelope IS NOT NULL AND (org_id, id) > (${after.org_id}, ${after.id})
      AND NOT starts_with(envelope, ${`${keyId}|`})
    ORDER BY org_id, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** @returns false when it is another one by now */
export async function replaceLetterEnvelope(
  db: Queryable,
  { org_id, id, envelope }: SealedLetter,
  replacement: string,
): Promise<boolean> {
  const { rows } = await sql`UPDATE dead_letters SET envelope = ${replacement}
    WHERE org_id = ${org_id} AND id = ${id} AND envelope = ${envelope} RETURNING 1`.execute(db);
  return rows.length > 0;
}
