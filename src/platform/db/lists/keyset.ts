import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { firstIdAt } from '../../ids.ts';
import type { Queryable } from '../database.ts';
import { spelledInNfcOrNot, type ExternalId } from './external-ids.ts';

/** Lists count rows up to this number. A longer list reports "at least" this number. */
const COUNTED_ROWS = 10_000;

/** The page of a list that a query selects. */
export type Page = {
  page: number;
  limit: number;
  offset: number;
  /** The position after which the page begins. */
  after?: readonly string[];
};

/** A column of a list's order. All columns of an order together are unique in the list. */
type SortKey = {
  column: string;
  type: 'text' | 'timestamptz' | 'bigint' | 'date' | 'float8';
  descending?: boolean;
};
export type Order = readonly SortKey[];

export const BY_ID: Order = [{ column: 'id', type: 'text' }];
export const NEWEST_ID: Order = [{ column: 'id', type: 'text', descending: true }];

/** The values of an order's columns in one row, as texts that do not depend on session settings. */
export type Place = readonly string[];

export type Total = { total: number; totalIsExact: boolean };

/** One page of a list: rows with their positions, the total, and the position after which the next page begins. */
export type Listed<Row> = Total & { rows: (Row & { place: Place })[]; next: Place | null };

function textOf({ column, type }: SortKey): RawBuilder<string> {
  const value = sql.ref(column);
  return type === 'timestamptz' ? sql`(${value} AT TIME ZONE 'UTC')::text` : sql`${value}::text`;
}

function valueOf({ type }: SortKey, text: string | RawBuilder<string>): RawBuilder<unknown> {
  return type === 'timestamptz'
    ? sql`(${text}::timestamp AT TIME ZONE 'UTC')`
    : sql`${text}::${sql.raw(type)}`;
}

/** The position of a row, for a select list. */
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

/**
 * Returns the condition that a row comes after a position; true for every row without a position. An index in this
 * order starts at the position.
 */
export function isAfter(
  order: Order,
  place: Place | readonly RawBuilder<string>[] | undefined,
): RawBuilder<boolean> {
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

/** The maximum difference between a row's timestamp and its id within a transaction, in either direction. */
export const SLACK_MS = 60_000;

/** A range of times from a caller. */
export type Range = { from?: Date; to?: Date };

/**
 * Returns the condition that a row was created from a time (inclusive) until another (exclusive). Ids contain the time,
 * so an index in id order is read between two bounds.
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

/** Returns a page from rows that were read with one more than the limit. */
export function cutPage<Row extends { place: Place }>(
  read: Row[],
  { limit }: Page,
): { rows: Row[]; next: Place | null } {
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? rows.at(-1)!.place : null };
}

/** Returns a total in the form of lists. */
export function totalOf(counted: number): Total {
  return { total: Math.min(counted, COUNTED_ROWS), totalIsExact: counted <= COUNTED_ROWS };
}

/** Counts the rows of a query up to a maximum, and reads no further rows. */
export async function countUpTo(
  db: Queryable,
  query: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (${query} LIMIT ${most}) AS counted`.execute(db);
  return rows[0]!.total;
}

/** Returns the row count of a query. Reads no further rows than lists count. */
export async function countListed(db: Queryable, query: RawBuilder<unknown>): Promise<Total> {
  return totalOf(await countUpTo(db, query, COUNTED_ROWS + 1));
}

/** Returns the rows with an external id, from the query for ids in NFC and the query for other spellings. */
function unionOf(
  same: ExternalId,
  rowsOf: (part: RawBuilder<boolean>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(spelledInNfcOrNot(same).map(rowsOf), sql` UNION ALL `);
}

/**
 * Selects a page of a list, and the total. The page reads one extra row, from an index in this order if there is one.
 * @param query the rows as shown, and either a query without a select list to count or a stored total; `same` limits
 * both to the rows with an external id
 */
export async function selectPage<D, T extends keyof D, Row, C, S extends keyof C>(
  db: Queryable,
  query: {
    shown: SelectQueryBuilder<D, T, Row>;
    counted: SelectQueryBuilder<C, S, object> | number;
    same?: ExternalId | undefined;
  },
  order: Order,
  page: Page,
): Promise<Listed<Row>> {
  const { counted, same } = query;
  const limit = page.limit + 1;
  const shown = query.shown
    .select(placeOf(order).as('place'))
    .where(isAfter(order, page.after))
    .orderBy(orderBy(order));
  const read = same
    ? await sql`
        SELECT * FROM (${unionOf(same, (part) => sql`${shown.where(part).limit(limit + page.offset)}`)}) AS found
        ORDER BY ${orderBy(order)} LIMIT ${limit} OFFSET ${page.offset}`.execute(db)
    : { rows: await shown.limit(limit).offset(page.offset).execute() };
  const rows = read.rows as unknown as (Row & { place: Place })[];
  if (typeof counted === 'number') return { ...cutPage(rows, page), ...totalOf(counted) };
  const all = counted.select(sql.lit(1).as('one'));
  const total = await countListed(
    db,
    same ? unionOf(same, (part) => sql`${all.where(part)}`) : sql`${all}`,
  );
  return { ...cutPage(rows, page), ...total };
}
