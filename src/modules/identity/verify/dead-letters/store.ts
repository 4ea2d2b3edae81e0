import { sql, type Selectable } from 'kysely';
import { FREED, IS_FREE, fromNow } from '../../../../platform/background/store.ts';
import { anyOf } from '../../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import { hasExternalId, inOneForm } from '../../../../platform/db/lists/external-ids.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../../platform/db/lists/keyset.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { rowById } from '../../../../platform/db/lists/row-by-id.ts';
import { newId } from '../../../../platform/ids.ts';
import { DEAD_LETTER_PREFIX, type DeadLetterMode } from './schemas.ts';

export type DeadLetterRow = Selectable<DB['dead_letters']>;

type ProviderFailure = { provider: string; outcome: string };
/** A dead letter with the outcomes of the call's providers, in their order. */
export type ListedDeadLetter = DeadLetterRow & { attempts: ProviderFailure[] | null };

/** The holder of a dead letter during its replay, and the wait until the next replay if this one gets no answer. */
export type Held = { orgId: string; id: string; holder: string; waitMs: number };

/** From the call to the first automatic replay. */
const FIRST_REPLAY_MS = 60_000;
/** The age in hours at which Oriki gives up a waiting dead letter, because its request is personal data. */
const KEPT_HOURS: Record<DeadLetterMode, number> = { auto: 24, manual: 30 * 24 };

function keptSince(mode: DeadLetterMode) {
  return sql`now() - make_interval(hours => ${sql.lit(KEPT_HOURS[mode])})`;
}

export type NewDeadLetter = { envelope: string | null; providers: string[]; sandbox: boolean };

/** Inserts a dead letter. Without an envelope it stays as a trace, and is never due. */
export async function insertDeadLetter(
  tx: Tx,
  /** The call. */
  { orgId, id, kind, country }: { orgId: string; id: string; kind: string; country: string },
  { envelope, providers, sandbox }: NewDeadLetter,
): Promise<void> {
  await sql`INSERT INTO dead_letters (org_id, id, verification_id, kind, country, providers, sandbox, envelope, due_at)
    VALUES (${orgId}, ${newId(DEAD_LETTER_PREFIX)}, ${id}, ${kind}, ${country}, ${providers}, ${sandbox},
      ${envelope}, ${envelope === null ? null : fromNow(FIRST_REPLAY_MS)})`.execute(tx);
}

/** Returns the statuses of these dead letters; skips ids that the organization does not have. */
export async function selectLetterStatuses(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('dead_letters')
    .select(['id', 'status as state'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .execute();
}

export type DeadLetterFilter = { organizationId?: string; status?: string };

const NEWEST: Order = [
  { column: 'created_at', type: 'timestamptz', descending: true },
  { column: 'id', type: 'text', descending: true },
];

/** Selects dead letters of all organizations, newest first, for operators. */
export async function selectDeadLetters(
  db: Queryable,
  { organizationId, status }: DeadLetterFilter,
  page: Page,
): Promise<Listed<ListedDeadLetter>> {
  let query = db.selectFrom('dead_letters');
  if (organizationId !== undefined) query = query.where('org_id', '=', organizationId);
  if (status !== undefined) query = query.where('status', '=', status);
  const shown = query.selectAll().select(
    sql<ProviderFailure[] | null>`(SELECT v.metadata->'attempts' FROM identity_verifications v
      WHERE v.org_id = dead_letters.org_id AND v.id = dead_letters.verification_id)`.as('attempts'),
  );
  return selectPage(db, { shown, counted: query }, NEWEST, page);
}

export async function selectDeadLetter(
  db: Queryable | Tx,
  id: string,
): Promise<DeadLetterRow | undefined> {
  return db.selectFrom('dead_letters').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Selects the sealed request of a verification that waits for a replay; undefined if none waits. */
export async function selectWaitingRequest(
  db: Queryable,
  orgId: string,
  verificationId: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('dead_letters')
    .select('envelope')
    .where('org_id', '=', orgId)
    .where('verification_id', '=', verificationId)
    .where('envelope', 'is not', null)
    .executeTakeFirst();
  return row?.envelope;
}

/** A dead letter of one organization. */
export async function findOwnDeadLetter(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<DeadLetterRow | undefined> {
  return rowById(db, 'dead_letters', orgId, id).executeTakeFirst();
}

/** Ids of replayable dead letters, oldest first. */
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

const replayable = sql`status = 'waiting' AND envelope IS NOT NULL AND ${IS_FREE}`;

/** Holds a dead letter for `leaseMs`. @returns undefined when it is held, settled or not replayable */
export async function holdDeadLetter(
  db: Queryable,
  id: string,
  holder: string,
  leaseMs: number,
): Promise<DeadLetterRow | undefined> {
  const { rows } = await sql<DeadLetterRow>`
    UPDATE dead_letters SET holder = ${holder}, leased_until = ${fromNow(leaseMs)}
    WHERE id = ${id} AND ${replayable} RETURNING *`.execute(db);
  return rows[0];
}

/** Holds the most overdue dead letter that `auto` has not given up. */
export async function holdDueDeadLetter(
  db: Queryable,
  holder: string,
  leaseMs: number,
): Promise<DeadLetterRow | undefined> {
  const { rows } = await sql<DeadLetterRow>`
    UPDATE dead_letters SET holder = ${holder}, leased_until = ${fromNow(leaseMs)}
    WHERE id = (SELECT id FROM dead_letters WHERE due_at <= now() AND ${replayable}
        AND created_at > ${keptSince('auto')}
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(db);
  return rows[0];
}

/**
 * The first answer that the organization got after the dead letter's call, about the same subject, kind, country and
 * identifier. Images have no identifier, so any answer of that kind about the subject counts.
 */
export async function selectAnswerSince(
  db: Queryable,
  { org_id, verification_id }: Pick<DeadLetterRow, 'org_id' | 'verification_id'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT later.id FROM identity_verifications AS first
    JOIN identity_verifications AS later ON later.org_id = first.org_id
      AND ${hasExternalId({ column: 'later.subject_id', orgId: org_id, id: inOneForm('first.subject_id') })}
      AND later.kind = first.kind AND later.country = first.country
      AND later.identifier_hmac IS NOT DISTINCT FROM first.identifier_hmac
      AND later.verified_at >= first.verified_at AND later.status <> 'provider_down'
    WHERE first.org_id = ${org_id} AND first.id = ${verification_id}
    ORDER BY later.verified_at, later.id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/**
 * The end of a replay: the verification with the answer, which is the replay itself or a later call; null if the consent was
 * withdrawn.
 */
export type ReplayEnd =
  | { status: 'replayed' | 'superseded'; by: string }
  | { status: 'discarded'; by: null };

/**
 * Ends a replay; without an end, the dead letter waits again. An end deletes the request.
 * @returns false when another process has taken over the dead letter
 */
export async function settleReplay(
  tx: Tx,
  { orgId, id, holder, waitMs }: Held,
  end: ReplayEnd | undefined,
): Promise<boolean> {
  const outcome =
    end === undefined
      ? sql`due_at = ${fromNow(waitMs)}`
      : sql`status = ${end.status}, replayed_as = ${end.by}, envelope = NULL, due_at = NULL`;
  const asked = end === undefined || end.status === 'replayed' ? 1 : 0;
  const { rows } = await sql`
    UPDATE dead_letters SET ${outcome}, replays = replays + ${sql.lit(asked)}, ${FREED}, updated_at = now()
    WHERE org_id = ${orgId} AND id = ${id} AND holder = ${holder} RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Releases a dead letter without a result. It is due later, so that others can run first. */
export async function releaseDeadLetter(
  db: Queryable,
  { orgId, id, holder, waitMs }: Held,
): Promise<void> {
  await sql`UPDATE dead_letters SET ${FREED}, due_at = ${fromNow(waitMs)}
    WHERE org_id = ${orgId} AND id = ${id} AND holder = ${holder}`.execute(db);
}

/** Also delays dead letters that would ask the same providers. */
export async function deferSameRoute(
  db: Queryable,
  { kind, country }: { kind: string; country: string },
  waitMs: number,
): Promise<void> {
  await sql`UPDATE dead_letters SET due_at = ${fromNow(waitMs)}
    WHERE due_at <= now() AND ${replayable} AND kind = ${kind} AND country = ${country}`.execute(
    db,
  );
}

/** Makes dead letters that wait for this provider due now, because it answers again. */
export async function makeDue(db: Queryable, provider: string): Promise<void> {
  await sql`UPDATE dead_letters SET due_at = now()
    WHERE status = 'waiting' AND due_at > now() AND ${provider} = ANY (providers)`.execute(db);
}

/** A dead letter that was given up, for the event of its organization. */
export type GivenUp = Pick<DeadLetterRow, 'org_id' | 'verification_id' | 'kind'>;

const GIVE_UP = sql`status = 'discarded', envelope = NULL, due_at = NULL, updated_at = now()`;

/** Gives up dead letters that exceed the mode's time, oldest first. Skips those being replayed. */
export async function discardOld(tx: Tx, mode: DeadLetterMode, limit: number): Promise<GivenUp[]> {
  const { rows } = await sql<GivenUp>`
    UPDATE dead_letters AS d SET ${GIVE_UP}
    FROM (SELECT org_id, id FROM dead_letters
      WHERE status = 'waiting' AND ${IS_FREE} AND created_at <= ${keptSince(mode)}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) AS old
    WHERE d.org_id = old.org_id AND d.id = old.id
    RETURNING d.org_id, d.verification_id, d.kind`.execute(tx);
  return rows;
}

/** @returns undefined when it is not waiting, or is being replayed */
export async function discardDeadLetter(tx: Tx, id: string): Promise<GivenUp | undefined> {
  const { rows } = await sql<GivenUp>`
    UPDATE dead_letters SET ${GIVE_UP}
    WHERE id = ${id} AND status = 'waiting' AND ${IS_FREE}
    RETURNING org_id, verification_id, kind`.execute(tx);
  return rows[0];
}
