import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Actor } from '../../platform/audit/action.ts';
import { anyOf, arrayText } from '../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { sharedOf } from '../../platform/db/places.ts';
import {
  countUpTo,
  NEWEST_ID,
  selectPage,
  type Listed,
  type Page,
} from '../../platform/db/lists/keyset.ts';
import type { Approvals, ApprovalSettings } from '../../platform/db/types.ts';
import { rowReader } from '../../platform/db/lists/row-by-id.ts';
import { settingsStore } from '../../platform/db/lists/settings-row.ts';
import type { Erased, Erasing } from '../../platform/db/lists/erasing.ts';
import { RECORD_ACTIONS, SUBJECT_ACTIONS } from './schemas.ts';

export type ApprovalRow = Selectable<Approvals>;
export type SettingsRow = Selectable<ApprovalSettings>;

export const {
  select: selectSettings,
  lock: lockSettings,
  update: updateSettings,
} = settingsStore('approval_settings');

export type NewApproval = Omit<
  ApprovalRow,
  'outcome' | 'answered_kind' | 'answered_by' | 'answered_at' | 'answer_envelope'
>;

/** Inserts a request, unless the same one is open. Waits for a transaction that inserts the same one. */
export async function insertApproval(tx: Tx, row: NewApproval): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`
    INSERT INTO approvals (org_id, id, action, object_id, detail, revision, envelope, reason_code, asked_kind, asked_by, asked_person,
      asked_through, asked_at, expires_at)
    VALUES (${row.org_id}, ${row.id}, ${row.action}, ${row.object_id}, ${row.detail}, ${row.revision}, ${row.envelope}, ${row.reason_code},
      ${row.asked_kind}, ${row.asked_by}, ${row.asked_person},
      ${row.asked_through}::text[], ${row.asked_at}, ${row.expires_at})
    ON CONFLICT (org_id, action, object_id, md5(detail)) WHERE outcome IS NULL AND revision IS NOT NULL DO NOTHING
    RETURNING *`.execute(tx);
  return rows[0];
}

/** `revision` is that of the object; empty for an object without revisions. */
export type Wanted = {
  orgId: string;
  action: string;
  objectId: string;
  detail: string;
  revision: string;
};

/** Selects the unanswered requests for the same action, of any revision and age. */
function unanswered(db: Queryable, { orgId, action, objectId, detail }: Wanted) {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('action', '=', action)
    .where('object_id', '=', objectId)
    .where('detail', '=', detail)
    .where('outcome', 'is', null);
}

/** Selects the open request for the same action, of any requester, revision and age. */
export async function selectSame(db: Queryable, wanted: Wanted): Promise<ApprovalRow | undefined> {
  return unanswered(db, wanted).where('revision', 'is not', null).executeTakeFirst();
}

/** True for a request that a second person can answer now. */
const IS_PENDING = sql<boolean>`outcome IS NULL AND revision IS NOT NULL AND expires_at > now()`;
const VOID = sql`outcome = 'void', answered_at = moment.at`;
const MOMENT = sql`(SELECT now() AS at) AS moment`;

/** Voids the open request for the same action if it has expired or is bound to another revision. */
export async function voidStale(
  tx: Tx,
  { orgId, action, objectId, detail, revision }: Wanted,
): Promise<void> {
  await sql`UPDATE approvals SET ${VOID} FROM ${MOMENT}
    WHERE org_id = ${orgId} AND action = ${action} AND object_id = ${objectId} AND detail = ${detail}
      AND outcome IS NULL AND (expires_at <= now() OR revision IS DISTINCT FROM ${revision})`.execute(
    tx,
  );
}

/** Voids open requests about an object, except one. @param action undefined for all actions */
export async function voidAbout(
  tx: Tx,
  orgId: string,
  objectId: string,
  { action, but }: { action?: string; but?: string },
): Promise<void> {
  await sql`UPDATE approvals SET ${VOID} FROM ${MOMENT}
    WHERE org_id = ${orgId} AND object_id = ${objectId} AND outcome IS NULL
      ${action === undefined ? sql`` : sql`AND action = ${action}`} ${but === undefined ? sql`` : sql`AND id <> ${but}`}`.execute(
    tx,
  );
}

/** Voids the open requests that are bound to a revision of the object, except one. */
export async function voidBound(
  tx: Tx,
  orgId: string,
  objectId: string,
  but: string,
): Promise<void> {
  await sql`UPDATE approvals SET ${VOID} FROM ${MOMENT}
    WHERE org_id = ${orgId} AND object_id = ${objectId} AND outcome IS NULL AND revision <> '' AND id <> ${but}`.execute(
    tx,
  );
}

export type Asker = Pick<Actor, 'kind' | 'id' | 'personId'>;

/** Voids the open requests of a key, or of a person and the person's keys. */
export async function voidAskedBy(
  tx: Tx,
  orgId: string,
  { kind, id, personId = null }: Asker,
): Promise<void> {
  const person =
    kind === 'person' && personId !== null ? sql`OR asked_person = ${personId}` : sql``;
  await sql`UPDATE approvals SET ${VOID} FROM ${MOMENT}
    WHERE org_id = ${orgId} AND outcome IS NULL AND ((asked_kind = ${kind} AND asked_by = ${id}) ${person})`.execute(
    tx,
  );
}

/**
 * A part of a statement that changes objects: voids the open requests about them together with the change, without
 * another round trip. It must follow a part `changed` with the column `object_id`.
 * @param actions the prefix of the names of actions on such an object
 */
export function voidedWith(orgId: string, actions: string): RawBuilder<unknown> {
  return sql`voided AS (
    UPDATE approvals a SET outcome = 'void', answered_at = moment.at
    FROM changed, ${MOMENT}
    WHERE a.org_id = ${orgId} AND a.object_id = changed.object_id AND a.outcome IS NULL
      AND starts_with(a.action, ${actions}))`;
}

/** Selects the ids of hits with an open request for a second person. */
export function waitingHits(orgId: string): RawBuilder<string> {
  return sql`SELECT coalesce(together.id, a.object_id) FROM approvals a
    LEFT JOIN LATERAL json_object_keys(a.detail::json -> 'hits') AS together (id) ON true
    WHERE a.org_id = ${orgId} AND a.action = 'hit.false_positive' AND ${IS_PENDING}`;
}

/** Returns true if a person is currently a member of the organization, or an operator. */
export async function isMember(db: Queryable, orgId: string, userId: string): Promise<boolean> {
  const row = await sharedOf(db)
    .selectFrom('memberships')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects the request for the same action that can be answered now, of any requester. */
export async function selectOpen(db: Queryable, wanted: Wanted): Promise<ApprovalRow | undefined> {
  return unanswered(db, wanted)
    .where('revision', '=', wanted.revision)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Counts other callers' requests that wait for an answer, up to a maximum.
 * @param ids the ids of the caller
 * @param actions the actions that the caller can do
 */
export async function countWaiting(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
  actions: readonly string[],
  most: number,
): Promise<number> {
  const own = sql`${arrayText(ids)}::text[]`;
  const ofOthers = sql`SELECT 1 FROM approvals WHERE org_id = ${orgId} AND ${IS_PENDING}
    AND action = ${anyOf(actions)} AND asked_by <> ALL (${own}) AND coalesce(asked_person, '') <> ALL (${own})`;
  return countUpTo(db, ofOthers, most);
}

/** Answers an unanswered request. Of two concurrent calls, only one does. @returns true if this call did */
export async function answer(
  tx: Tx,
  { org_id: orgId, id }: Pick<ApprovalRow, 'org_id' | 'id'>,
  outcome: 'approved' | 'rejected',
  actor: Pick<Actor, 'kind' | 'id'>,
  envelope: string | null = null,
): Promise<ApprovalRow | undefined> {
  return tx
    .updateTable('approvals')
    .from(sql<{ at: Date }>`(SELECT now() AS at)`.as('moment'))
    .set({
      outcome,
      answered_kind: actor.kind,
      answered_by: actor.id,
      answer_envelope: envelope,
      answered_at: sql`moment.at`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returningAll('approvals')
    .executeTakeFirst();
}

/**
 * Stores the reason of the person who has done the action. @returns undefined, with nothing changed, if there is a
 * reason, or for another person
 */
export async function explain(
  tx: Tx,
  { org_id: orgId, id }: Pick<ApprovalRow, 'org_id' | 'id'>,
  { kind, id: by }: Pick<Actor, 'kind' | 'id'>,
  envelope: string,
): Promise<ApprovalRow | undefined> {
  return tx
    .updateTable('approvals')
    .set({ answer_envelope: envelope })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('outcome', '=', 'approved')
    .where('answered_kind', '=', kind)
    .where('answered_by', '=', by)
    .where('answer_envelope', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export const selectApproval = rowReader('approvals');

/** Selects requests, newest first. */
export async function selectApprovals(
  db: Queryable,
  orgId: string,
  { status, objectId }: { status?: string; objectId?: string },
  page: Page,
): Promise<Listed<ApprovalRow>> {
  const base = () => {
    const all = db.selectFrom('approvals').where('org_id', '=', orgId);
    const query = objectId === undefined ? all : all.where('object_id', '=', objectId);
    if (status === undefined) return query;
    if (status === 'approved' || status === 'rejected') return query.where('outcome', '=', status);
    const isExpired = sql<boolean>`expires_at <= coalesce(answered_at, now())`;
    if (status === 'pending') return query.where(IS_PENDING);
    const ended = query.where((eb) =>
      eb.or([eb('outcome', '=', 'void'), eb('outcome', 'is', null)]),
    );
    if (status === 'expired') return ended.where(isExpired);
    return ended
      .where(sql<boolean>`NOT ${isExpired}`)
      .where((eb) => eb.or([eb('outcome', '=', 'void'), eb('revision', 'is', null)]));
  };
  return selectPage(db, { shown: base().selectAll(), counted: base() }, NEWEST_ID, page);
}

/** Deletes requests for a second person about a subject and its records. Other objects may have the same id. */
export async function eraseRequests(
  tx: Tx,
  { orgId, subjectId, ids, limit }: Erasing,
): Promise<Erased> {
  const records = ids.filter((id) => id !== subjectId);
  const { rows } = await sql`
    DELETE FROM approvals AS a USING (
      SELECT id FROM approvals WHERE org_id = ${orgId}
        AND ((object_id = ${subjectId} AND action = ${anyOf(SUBJECT_ACTIONS)})
          OR (object_id = ${anyOf(records)} AND action = ${anyOf(RECORD_ACTIONS)}))
      LIMIT ${limit} FOR UPDATE
    ) AS due WHERE a.org_id = ${orgId} AND a.id = due.id RETURNING 1`.execute(tx);
  return { count: rows.length };
}
