import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { countByDay } from './by-day.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
});
afterAll(() => app.stop());

test('counts only the newest rows if there are too many, and reports so', async () => {
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
