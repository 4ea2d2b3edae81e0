import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Page } from '../../http/schema.ts';
import { firstIdAt } from '../../ids.ts';
import type { Queryable } from '../database.ts';

/** Rows of a list that are counted one by one; of more it is said that there are at least so many. */
const COUNTED_ROWS = 10_000;

/** A column that a list is ordered by. All of an order together are unique in the list. */
type SortKey = {
  column: string;
  type: 'text' | 'timestamptz' | 'bigint' | 'date';
  descending?: boolean;
};
export type Order = readonly SortKey[];

export const BY_ID: Order = [{ column: 'id', type: 'text' }];
export const NEWEST_ID: Order = [{ column: 'id', type: 'text', descending: true }];

/** The values of an order's columns in one row, as texts that do not depend on settings of a session. */
export type Place = readonly string[];

export type Total = { total: number; totalIsExact: boolean };

/** One page of a list: rows with their places, how many the list has, and the place after which the next page begins. */
export type Listed<Row> = Total & { rows: (Row & { place: Place })[]; next: Place | null };

function textOf({ column, type }: SortKey): RawBuilder<string> {
  const value = sql.ref(column);
  return type === 'timestamptz' ? sql`(${value} AT TIME ZONE 'UTC')::text` : sql`${value}::text`;
}

function valueOf({ type }: SortKey, text: string): RawBuilder<unknown> {
  return type === 'timestamptz'
    ? sql`(${text}::timestamp AT TIME ZONE 'UTC')`
    : sql`${text}::${sql.raw(type)}`;
}

/** The place of a row, to select with it. */
export function placeOf(order: Order): RawBuilder<string[]> {
  return sql`ARRAY[${sql.join(order.map(textOf))}]`;
}

export function orderBy(order: Order): RawBuilder<unknown> {
  return sql.join(
    order.map(({ column, descending }) =>
      descending ? sql`${sql.ref(column)} DESC` : sql`${sql.ref(column)}`,
    ),
  );
}

/** Tells whether a row comes after a place; every row comes after none. An index in this order begins there. */
export function isAfter(order: Order, place: Place | undefined): RawBuilder<boolean> {
  if (place === undefined) return sql`true`;
  const columns = order.map(({ column }) => sql.ref(column));
  const values = order.map((key, i) => valueOf(key, place[i]!));
  const directions = order.map(({ descending }) => (descending ? sql`<` : sql`>`));
  if (new Set(order.map(({ descending }) => Boolean(descending))).size === 1)
    return sql`(${sql.join(columns)}) ${directions[0]} (${sql.join(values)})`;
  const steps = order.map((_, at) => {
    const same = columns.slice(0, at).map((column, i) => sql`${column} = ${values[i]}`);
    return sql`(${sql.join([...same, sql`${columns[at]} ${directions[at]} ${values[at]}`], sql` AND `)})`;
  });
  return sql`(${sql.join(steps, sql` OR `)})`;
}

/** The longest that a transaction takes between the time of a row and that of its id, either way. */
const SLACK_MS = 60_000;

/** Times that a caller names. */
export type Range = { from?: Date; to?: Date };

/**
 * Tells whether a row was made from a time on (inclusive) to another (exclusive). Ids carry the time: an index in their order
 * is read from and to there.
 */
export function isWithin(
  { id, at, prefix }: { id: string; at: string; prefix: string },
  { from, to }: Range,
): RawBuilder<boolean> {
  const first = (date: Date, ms: number) => firstIdAt(prefix, Math.max(date.getTime() + ms, 0));
  const all = [sql`true`];
  if (from)
    all.push(sql`${sql.ref(at)} >= ${from}`, sql`${sql.ref(id)} >= ${first(from, -SLACK_MS)}`);
  if (to) all.push(sql`${sql.ref(at)} < ${to}`, sql`${sql.ref(id)} < ${first(to, SLACK_MS)}`);
  return sql`(${sql.join(all, sql` AND `)})`;
}

/** A page of rows that were read with one more than the limit. */
export function cutPage<Row extends { place: Place }>(
  read: Row[],
  { limit }: Page,
): { rows: Row[]; next: Place | null } {
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? rows.at(-1)!.place : null };
}

/** A number of rows as lists tell it. */
export function totalOf(counted: number): Total {
  return { total: Math.min(counted, COUNTED_ROWS), totalIsExact: counted <= COUNTED_ROWS };
}

/** The number of rows that a query has; it is not read further than lists count. */
export async function countListed(db: Queryable, query: RawBuilder<unknown>): Promise<Total> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (${query} LIMIT ${COUNTED_ROWS + 1}) AS counted`.execute(db);
  return totalOf(rows[0]!.total);
}

/**
 * A page of a list, and how many rows the list has. The page reads one row more than it has, from an index in this order
 * if there is one.
 * @param query the rows: as they are shown, and without a select list to be counted, or a number that is kept of them
 */
export async function selectPage<D, T extends keyof D, Row, C, S extends keyof C>(
  db: Queryable,
  query: {
    shown: SelectQueryBuilder<D, T, Row>;
    counted: SelectQueryBuilder<C, S, object> | number;
  },
  order: Order,
  page: Page,
): Promise<Listed<Row>> {
  const read = await query.shown
    .select(placeOf(order).as('place'))
    .where(isAfter(order, page.after))
    .orderBy(orderBy(order))
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();
  const rows = read as unknown as (Row & { place: Place })[];
  const { counted } = query;
  const total =
    typeof counted === 'number'
      ? totalOf(counted)
      : await countListed(db, sql`${counted.select(sql.lit(1).as('one'))}`);
  return { ...cutPage(rows, page), ...total };
}
