import { sql, type RawBuilder } from 'kysely';
import { clock } from '../../clock.ts';
import { firstIdAt } from '../../ids.ts';
import { arrayText } from '../bulk/arrays.ts';
import { rowsOf } from '../bulk/rows.ts';
import type { Queryable } from '../database.ts';
import { SLACK_MS, type Range } from './keyset.ts';

/** The maximum number of counted rows; counting them takes about a second. */
const MAX_COUNTED = 1_000_000;
const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MAX_DAYS = 366;

function startOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** Returns whole days in UTC: those of the range up to the maximum, or the last 30. */
export function daysWithin({ from, to }: Range): { from: Date; to: Date } {
  const end = startOf((to?.getTime() ?? clock.nowMs()) + DAY_MS - 1);
  const asked = from ? startOf(from.getTime()) : end - USUAL_DAYS * DAY_MS;
  return { from: new Date(Math.max(asked, end - MAX_DAYS * DAY_MS, 0)), to: new Date(end) };
}

/** Rows of a day by state; states without rows are absent. */
type Day = { day: string; counts: Partial<Record<string, number>> };

/**
 * Counts rows by UTC day and state.
 * @param rows selects `at` and `state`, newest first
 * @returns every day of the range, in order. If there are too many rows, only the newest are counted, and the result is
 * marked as incomplete
 */
export async function countByDay(
  db: Queryable,
  rows: RawBuilder<unknown>,
  { from, to }: { from: Date; to: Date },
  most = MAX_COUNTED,
): Promise<{ days: Day[]; complete: boolean }> {
  const counted = await sql<{ day: string; state: string; count: number }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, state, count FROM (
      SELECT (at AT TIME ZONE 'UTC')::date AS day, state, count(*) AS count
      FROM (${rows} LIMIT ${most + 1}) AS read GROUP BY 1, 2) AS counted`.execute(db);
  const days = new Map<string, Day>();
  for (let ms = from.getTime(); ms < to.getTime(); ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    days.set(day, { day, counts: {} });
  }
  let total = 0;
  for (const { day, state, count } of counted.rows) {
    total += count;
    days.get(day)!.counts[state] = count;
  }
  return { days: [...days.values()], complete: total <= most };
}

/**
 * Counts rows whose ids contain the time. Reads only an index of state and id, except for rows within a minute of
 * midnight. Counts all rows.
 * @param rows SQL after FROM for the rows with the state `s.state`
 * @param at the column with the time of a row
 */
export async function countByDayOfId(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
  {
    prefix,
    at,
    states,
    rows,
  }: { prefix: string; at: string; states: readonly string[]; rows: RawBuilder<unknown> },
): Promise<{ days: Day[]; complete: boolean }> {
  const idAt = (ms: number): string => firstIdAt(prefix, Math.max(ms, 0));
  const asked = [];
  for (let ms = from.getTime(); ms < to.getTime(); ms += DAY_MS)
    asked.push({
      day: new Date(ms).toISOString().slice(0, 10),
      starts: new Date(ms),
      ends: new Date(ms + DAY_MS),
      first: idAt(ms - SLACK_MS),
      afterStart: idAt(ms + SLACK_MS),
      beforeEnd: idAt(ms + DAY_MS - SLACK_MS),
      last: idAt(ms + DAY_MS + SLACK_MS),
    });
  const { from: days } = rowsOf(
    asked,
    {
      day: 'text',
      starts: 'timestamptz',
      ends: 'timestamptz',
      first: 'text',
      afterStart: 'text',
      beforeEnd: 'text',
      last: 'text',
    },
    'd',
  );
  const count = (first: string, end: string, condition = sql``): RawBuilder<number> =>
    sql`(SELECT count(*) FROM ${rows} AND id >= ${sql.ref(first)} AND id < ${sql.ref(end)} ${condition})`;
  const isOfDay = sql`AND ${sql.ref(at)} >= d.starts AND ${sql.ref(at)} < d.ends`;
  const counted = await sql<{ day: string; state: string; count: number }>`
    SELECT d.day, s.state, ${count('d.first', 'd.after_start', isOfDay)} + ${count('d.after_start', 'd.before_end')}
      + ${count('d.before_end', 'd.last', isOfDay)} AS count
    FROM ${days}, unnest(${arrayText(states)}::text[]) AS s (state)`.execute(db);
  const found = Map.groupBy(counted.rows, ({ day }) => day);
  return {
    days: asked.map(({ day }) => ({
      day,
      counts: Object.fromEntries((found.get(day) ?? []).map((row) => [row.state, row.count])),
    })),
    complete: true,
  };
}

/** The answer to a caller. @param states the state for each of its counts */
export function daysAnswer<Name extends string>(
  { from, to }: { from: Date; to: Date },
  { days, complete }: { days: Day[]; complete: boolean },
  states: Record<Name, string>,
) {
  const names = Object.keys(states) as Name[];
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    complete,
    days: days.map(({ day, counts }) => {
      const named = names.map((name) => [name, counts[states[name]] ?? 0] as const);
      return { day, ...(Object.fromEntries(named) as Record<Name, number>) };
    }),
  };
}
