import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import { fromNow, IS_FREE } from '../../../platform/background/store.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { AskedFacts, IdentifierTrace } from '../../../matching/index.ts';
import type { Version } from '../../../platform/db/buckets/history.ts';

/** A subject with its compared fields. */
export type MonitoredSubject = {
  subjectId: string;
  name: string;
  aliases: string[] | null;
  dob: string | null;
  country: string | null;
  identifiers: IdentifierTrace[] | null;
  facts: AskedFacts | null;
  threshold: number;
  version: number;
};

/** Selects subjects that are screened against lists of this kind, by id. */
export async function selectMonitored(
  db: Queryable,
  orgId: string,
  kind: string,
  after: string,
  limit: number,
): Promise<MonitoredSubject[]> {
  const { rows } = await sql<MonitoredSubject>`
    SELECT subject_id AS "subjectId", name, aliases, dob, country, identifiers, facts, threshold,
      version
    FROM screening_subjects
    WHERE org_id = ${orgId} AND subject_id > ${after} AND ${kind} = ANY (kinds)
    ORDER BY subject_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Locks these subjects until the transaction ends; the result lacks those that are gone. */
export async function lockMonitored(
  tx: Tx,
  orgId: string,
  subjectIds: string[],
): Promise<{ subject_id: string; version: number }[]> {
  return tx
    .selectFrom('screening_subjects')
    .select(['subject_id', 'version'])
    .where('org_id', '=', orgId)
    .where('subject_id', '=', anyOf(subjectIds))
    .orderBy('subject_id')
    .forShare()
    .execute();
}

/** Waits for enrolments that have begun, or for the start of a rescreening run. The lock ends with the transaction. */
export async function lockEnrolments(
  tx: Tx,
  orgId: string,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  await (
    mode === 'shared'
      ? sql`SELECT pg_advisory_xact_lock_shared(screening_lock(${orgId}))`
      : sql`SELECT pg_advisory_xact_lock(screening_lock(${orgId}))`
  ).execute(tx);
}

/** @returns true if the organization has never enrolled a subject; waits for another first enrolment */
export async function insertMonitoring(tx: Tx, orgId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('screening_watches')
    .values({ org_id: orgId })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export type CursorRow = { list_id: string; revision: number; target: number | null };

export async function selectCursors(tx: Tx, orgId: string): Promise<CursorRow[]> {
  return tx
    .selectFrom('screening_cursors')
    .select(['list_id', 'revision', 'target'])
    .where('org_id', '=', orgId)
    .execute();
}

/** Adds cursors for lists without one; existing ones stay. */
export async function insertCursors(
  tx: Tx,
  orgId: string,
  cursors: { listId: string; revision: number; stamp: string | null }[],
): Promise<void> {
  if (cursors.length === 0) return;
  await tx
    .insertInto('screening_cursors')
    .values(
      cursors.map(({ listId, ...version }) => ({ org_id: orgId, list_id: listId, ...version })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/**
 * Makes the next rescreening run begin at these revisions, or earlier if others need it. In the order of the lists'
 * ids.
 */
export async function redoFrom(
  tx: Tx,
  orgId: string,
  cursors: { listId: string; revision: number }[],
): Promise<void> {
  for (const { listId, revision } of cursors)
    await tx
      .updateTable('screening_cursors')
      .set({ redo_from: sql`LEAST(redo_from, ${revision}::bigint)` })
      .where('org_id', '=', orgId)
      .where('list_id', '=', listId)
      .execute();
}

export type Due = { orgId: string; listId: string };

/**
 * Selects cursors without a lease that are behind their list, or at a version that a global list does not have; the
 * one that has waited longest comes first.
 */
export async function selectDue(
  db: Queryable,
  global: ({ id: string } & Version)[],
  limit: number,
): Promise<Due[]> {
  const lists = rowsOf(global, { id: 'text', revision: 'bigint', stamp: 'text' }, 'g');
  const { rows } = await sql<Due>`
    SELECT coalesce(l.org_id, c.org_id) AS "orgId", coalesce(l.id, c.list_id) AS "listId"
    FROM (
      SELECT org_id, id, revision, NULL::text AS stamp FROM screening_lists JOIN screening_watches USING (org_id)
        WHERE kind = 'tenant_blocklist'
      UNION ALL
      SELECT w.org_id, g.id, g.revision, g.stamp FROM screening_watches w
        CROSS JOIN ${lists.joined}
    ) AS l FULL JOIN screening_cursors c ON c.org_id = l.org_id AND c.list_id = l.id
    WHERE (l.id IS NULL OR c.list_id IS NULL OR c.revision < l.revision OR c.target IS NOT NULL
        OR c.redo_from IS NOT NULL OR (l.stamp IS NOT NULL AND (c.revision > l.revision OR c.stamp <> l.stamp)))
      AND coalesce(c.leased_until, '-infinity') < now()
    ORDER BY coalesce(c.leased_until, '-infinity') LIMIT ${limit}`.execute(db);
  return rows;
}

export type FreeCursor = {
  revision: number;
  stamp: string | null;
  target: number | null;
  target_stamp: string | null;
  after_subject: string;
  redo_from: number | null;
};

/** Selects and locks the cursor, if it exists and no process works on it. */
export async function lockFreeCursor(
  tx: Tx,
  orgId: string,
  listId: string,
): Promise<FreeCursor | undefined> {
  return tx
    .selectFrom('screening_cursors')
    .select(['revision', 'stamp', 'target', 'target_stamp', 'after_subject', 'redo_from'])
    .where('org_id', '=', orgId)
    .where('list_id', '=', listId)
    .where(IS_FREE)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export type CursorChange = {
  revision?: number;
  stamp?: string | null;
  target?: number | null;
  target_stamp?: string | null;
  after_subject?: string;
  redo_from?: null;
};

/** Claims the cursor that the transaction has locked. */
export async function leaseCursor(
  tx: Tx,
  orgId: string,
  listId: string,
  lease: { holder: string; ms: number },
  change: CursorChange,
): Promise<void> {
  await tx
    .updateTable('screening_cursors')
    .set({
      ...change,
      holder: lease.holder,
      leased_until: fromNow(lease.ms),
    })
    .where('org_id', '=', orgId)
    .where('list_id', '=', listId)
    .execute();
}

/**
 * Moves the cursor and extends the lease, or releases it with 0 ms.
 * @returns false, with nothing changed, if the holder has lost it
 */
export async function moveCursor(
  tx: Queryable,
  orgId: string,
  listId: string,
  lease: { holder: string; ms: number },
  change: CursorChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('screening_cursors')
    .set({
      ...change,
      holder: lease.ms > 0 ? lease.holder : null,
      leased_until: fromNow(lease.ms),
    })
    .where('org_id', '=', orgId)
    .where('list_id', '=', listId)
    .where('holder', '=', lease.holder)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteCursor(tx: Tx, orgId: string, listId: string): Promise<void> {
  await tx
    .deleteFrom('screening_cursors')
    .where('org_id', '=', orgId)
    .where('list_id', '=', listId)
    .execute();
}
