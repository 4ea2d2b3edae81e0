import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { firstIdAt } from '../../ids.ts';
import { countByDay, countByDayOfId } from './by-day.ts';

const app = testApp({ role: 'api' });

test('counts only the newest rows if there are too many, and reports that it does', async () => {
  const { id } = await app.org();
  const { read } = await app.dbOf(id);
  const rows = sql`SELECT * FROM (VALUES
      ('2026-11-20T23:59:59.999Z'::timestamptz, 'open'), ('2026-11-21T00:00:00Z', 'open'),
      ('2026-11-21T10:00:00Z', 'closed')) AS made (at, state)
    ORDER BY at DESC`;
  const range = { from: new Date('2026-11-20'), to: new Date('2026-11-22') };
  const [before, after] = ['2026-11-20', '2026-11-21'];
  expect(await countByDay(read, rows, range, 3)).toEqual({
    complete: true,
    days: [
      { day: before, counts: { open: 1 } },
      { day: after, counts: { open: 1, closed: 1 } },
    ],
  });
  const { complete, days } = await countByDay(read, rows, range, 1);
  expect([complete, days[0]!.counts]).toEqual([false, {}]);
});

test('counts each row on the day of its time, although its id can be a minute off', async () => {
  const { id } = await app.org();
  const { read } = await app.dbOf(id);
  const row = (idAt: string, at: string) =>
    sql`(${firstIdAt('hit', Date.parse(idAt))}, ${at}::timestamptz, 'open')`;
  const made = [
    row('2026-11-19T23:59:30Z', '2026-11-20T00:00:00Z'),
    row('2026-11-20T12:00:00Z', '2026-11-20T12:00:01Z'),
    row('2026-11-20T23:59:59Z', '2026-11-21T00:00:58Z'),
    row('2026-11-21T00:00:30Z', '2026-11-20T23:59:59.999Z'),
    row('2026-11-22T00:00:30Z', '2026-11-22T00:00:00Z'),
  ];
  const range = { from: new Date('2026-11-20'), to: new Date('2026-11-22') };
  const counted = await countByDayOfId(read, range, {
    prefix: 'hit',
    at: 'at',
    states: ['open', 'closed'],
    rows: sql`(VALUES ${sql.join(made)}) AS made (id, at, state) WHERE made.state = s.state`,
  });
  expect(counted).toEqual({
    complete: true,
    days: [
      { day: '2026-11-20', counts: { open: 3, closed: 0 } },
      { day: '2026-11-21', counts: { open: 1, closed: 0 } },
    ],
  });
});
