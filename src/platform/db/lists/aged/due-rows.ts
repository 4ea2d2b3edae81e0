/** Statements that count and remove rows by their age, for classes of records. */
import { sql, type RawBuilder } from 'kysely';
import { firstIdAt } from '../../../ids.ts';
import type { Due, DueCount, Part, Removed } from './record-class.ts';
import { arrayText } from '../../bulk/arrays.ts';
import type { Queryable, Tx } from '../../database.ts';
import { inOneForm } from '../external-ids.ts';
import { SLACK_MS } from '../keyset.ts';

/** The rows of a class, in a table `t` with `org_id`. */
export type AgedRows = {
  table: string;
  /** The column with the id, whose order is that of time; `id` by default. */
  id?: string;
  /** The prefix of the ids. */
  prefix: string;
  /** A table `o` with other facts about the row. */
  joined?: RawBuilder<unknown>;
  /** The column with the time from which the period runs. */
  at: string;
  /** The column with the id of the subject, if the row has one. */
  subject?: string;
  /** Other columns with ids; a hold on one of these ids keeps the row. */
  ids?: readonly string[];
  /** Condition for rows that do not belong to the class. */
  where?: RawBuilder<boolean>;
};

function idOf({ id = 'id' }: AgedRows): RawBuilder<string> {
  return sql`t.${sql.ref(id)}`;
}

/** Ids that are older than the time. */
function isOld(rows: AgedRows, { orgId, before }: Due): RawBuilder<boolean> {
  const end = firstIdAt(rows.prefix, Math.max(before.getTime() + SLACK_MS, 0));
  return sql`t.org_id = ${orgId} AND ${idOf(rows)} < ${end}`;
}

/** Rows that are due and not held. */
function isDue(rows: AgedRows, { before, held }: Due): RawBuilder<boolean> {
  const { id = 'id', at, subject, ids = [], where = sql`true` } = rows;
  const subjects = sql`${arrayText(held.subjects)}::text[]`;
  const heldIds = sql`${arrayText(held.ids)}::text[]`;
  const all = [sql`${sql.ref(at)} < ${before}`, where];
  if (subject !== undefined)
    all.push(sql`(${sql.ref(subject)} IS NULL OR ${inOneForm(subject)} <> ALL (${subjects}))`);
  for (const column of [`t.${id}`, ...ids])
    all.push(sql`coalesce(${sql.ref(column)} <> ALL (${heldIds}), true)`);
  return sql`(${sql.join(all, sql` AND `)})`;
}

function from({ table, joined = sql`` }: AgedRows): RawBuilder<unknown> {
  return sql`${sql.table(table)} AS t ${joined}`;
}

/** Counts the due rows. */
export async function countAged(db: Queryable, rows: AgedRows, due: Due): Promise<DueCount> {
  const { rows: found } = await sql<DueCount>`
    SELECT count(*) AS count, min(${sql.ref(rows.at)}) AS "oldestAt" FROM ${from(rows)}
    WHERE ${isOld(rows, due)} AND ${isDue(rows, due)}`.execute(db);
  return found[0]!;
}

/**
 * Returns parts of a statement: `seen` has the ids that it reads, and `due` locks the rows to remove.
 * @param columns further columns of `due`
 */
export function agedPart(
  rows: AgedRows,
  part: Part,
  columns: readonly string[] = [],
): RawBuilder<unknown> {
  const id = idOf(rows);
  return sql`
    seen AS MATERIALIZED (
      SELECT ${id} AS id FROM ${sql.table(rows.table)} AS t WHERE ${isOld(rows, part)} AND ${id} > ${part.after}
      ORDER BY ${id} LIMIT ${part.limit}
    ), due AS MATERIALIZED (
      SELECT ${sql.join([sql`${id} AS id`, ...columns.map((column) => sql`t.${sql.ref(column)}`)])} FROM ${from(rows)}
      WHERE t.org_id = ${part.orgId} AND ${id} IN (SELECT id FROM seen) AND ${isDue(rows, part)}
      FOR UPDATE OF t SKIP LOCKED
    )`;
}

/** The columns that `removedIn` reads. @param ids the ids that a part of the statement has removed */
export function seenAnd(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT count(*) FROM seen) AS seen, (SELECT max(id) FROM seen) AS last, ARRAY(${ids}) AS ids`;
}

type Seen = { seen: number; last: string | null; ids: string[] };

/** Returns the result of a part. */
export function removedIn({ rows }: { rows: unknown[] }, { limit }: Part): Removed {
  const { seen, last, ids } = rows[0] as Seen;
  return { ids, next: seen < limit ? null : last };
}

/** Returns `count` and `remove` of a class of records whose removal deletes the rows. */
export function deletedRows(rows: AgedRows) {
  const { table, id = 'id' } = rows;
  return {
    count: (db: Queryable, due: Due) => countAged(db, rows, due),
    async remove(tx: Tx, part: Part): Promise<Removed> {
      const result = await sql`
        WITH ${agedPart(rows, part)}, gone AS (
          DELETE FROM ${sql.table(table)} AS r USING due
          WHERE r.org_id = ${part.orgId} AND r.${sql.ref(id)} = due.id RETURNING due.id
        )
        SELECT ${seenAnd(sql`SELECT id FROM gone ORDER BY id`)}`.execute(tx);
      return removedIn(result, part);
    },
  };
}
