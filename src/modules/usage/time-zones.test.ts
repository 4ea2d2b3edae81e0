import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { type TestOrg } from '../../../test/support/app.ts';
import { exportRows } from '../../../test/support/export-rows.ts';
import {
  monthOf,
  withZone,
  withZoneFrom,
  type Zones,
} from '../../platform/calendar/zoned-months.ts';
import { clock } from '../../platform/clock.ts';
import { arrayText } from '../../platform/db/bulk/arrays.ts';
import { AUTH_CHANNEL } from '../../platform/auth/key-cache.ts';
import type { Database } from '../../platform/db/database.ts';
import { monthHasNews, otherMetrics, rollUp, sumUsage, usageOfMonth } from './index.ts';
import { usageExport } from './store.ts';
import { listUsage, recordUsage } from './usage.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
let platform: string;
beforeAll(async () => {
  platform = await app.platformKey();
});

const HOUR = 3_600_000;
const EMAIL = { service: 'email', metric: 'messages' };

async function setZones(orgId: string, zones: Zones): Promise<void> {
  await app.db.pool.query('UPDATE organizations SET billing_zones = $2 WHERE id = $1', [
    orgId,
    JSON.stringify(zones),
  ]);
}
async function zonedOrg(timeZone: string, month = '2026-01') {
  const [org, zones] = [await app.org(), withZoneFrom([], month, timeZone)];
  await setZones(org.id, zones);
  return { org, db: await app.dbOf(org.id), of: { id: org.id, zones } };
}

let reports = 0;
function report(db: Database, of: { id: string; zones: Zones }, at: Date, quantity = 1) {
  const one = { ...EMAIL, quantity, at: at.toISOString(), id: `r-${(reports += 1)}` };
  return db.transaction((tx) => recordUsage(tx, of, [one], () => 'id'));
}
/** Inserts a message, which a trigger counts. */
async function send(db: Database, orgId: string, at: Date): Promise<void> {
  const id = `m-${(reports += 1)}`;
  await sql`INSERT INTO messages (org_id, id, thread_id, sequence, participant_id, type, content, created_at)
    VALUES (${orgId}, ${id}, 't', ${reports}, 'p', 'TEXT', 'x', ${at})`.execute(db.read);
}

const FIRST = new Date('2026-02-01');
const LAST = new Date('2034-01-01');

/**
 * Returns the time zones for which Node.js and PostgreSQL have the same rules in these years. Each has its own copy of
 * the time zone database, and the newer copy may have a change that the other lacks.
 */
async function agreedZones(): Promise<string[]> {
  const times: Date[] = [];
  for (let ms = FIRST.getTime(); ms < LAST.getTime(); ms += 5 * 24 * HOUR) times.push(new Date(ms));
  const { rows } = await sql<{ name: string; local: string[] }>`
    SELECT name, array_agg(to_char(at AT TIME ZONE name, 'YYYY-MM-DD HH24:MI:SS') ORDER BY at) AS local
    FROM unnest(${arrayText(Intl.supportedValuesOf('timeZone'))}::text[]) AS name,
      generate_series(${FIRST}::timestamptz, ${LAST}::timestamptz, interval '120 hours') AS at
    GROUP BY name`.execute(app.db.read);
  return rows
    .filter(({ name, local }) => {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone: name,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      return times.every((at, i) => format.format(at) === local[i]);
    })
    .map(({ name }) => name);
}

function stepsIn(zones: string[]) {
  return fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ passMs: fc.integer({ min: 0, max: 40 * 24 * HOUR }) }) },
      { weight: 2, arbitrary: fc.record({ choose: fc.constantFrom(...zones) }) },
      // Some reports are up to 5 minutes ahead, and some are late.
      {
        weight: 6,
        arbitrary: fc.record({ agoMs: fc.integer({ min: -300_000, max: 80 * 24 * HOUR }) }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ boundaryMs: fc.integer({ min: -15 * HOUR, max: 15 * HOUR }) }),
      },
      { weight: 2, arbitrary: fc.constant('roll-up' as const) },
    ),
    { minLength: 5, maxLength: 25 },
  );
}

test('every use is counted in exactly one month, and the sums are equal, for any zones, times and changes', async () => {
  const zoneNames = ['UTC', ...(await agreedZones())];
  expect(zoneNames.length).toBeGreaterThan(400);
  await fc.assert(
    fc.asyncProperty(
      fc.date({ min: FIRST, max: new Date('2029-01-01'), noInvalidDate: true }),
      fc.option(fc.constantFrom(...zoneNames)),
      stepsIn(zoneNames),
      async (begin, first, all) => {
        const org = await app.org();
        const db = await app.dbOf(org.id);
        let ms = begin.getTime();
        let zones: Zones = first === null ? [] : withZoneFrom([], monthOf([], begin), first);
        await setZones(org.id, zones);
        const used: { at: Date; metric: string }[] = [];
        const use = async (at: Date): Promise<void> => {
          const metric = used.length % 2 === 0 ? 'email' : 'threads';
          if (metric === 'email') await report(db, { id: org.id, zones }, at);
          else await send(db, org.id, at);
          used.push({ at, metric });
        };
        for (const step of all) {
          if (step === 'roll-up') await rollUp(db);
          else if ('passMs' in step) ms += step.passMs;
          else if ('choose' in step) {
            zones = withZone(zones, new Date(ms), step.choose);
            await setZones(org.id, zones);
          } else if ('agoMs' in step) await use(new Date(ms - step.agoMs));
          // These times are around the start of the current month.
          else {
            const start = Date.parse(`${monthOf(zones, new Date(ms))}-01`);
            await use(new Date(Math.min(ms, start + step.boundaryMs)));
          }
        }
        const of = { id: org.id, zones };
        const expected = new Map<string, number>();
        for (const { at, metric } of used) {
          const key = `${monthOf(zones, at)} ${metric}`;
          expected.set(key, (expected.get(key) ?? 0) + 1);
        }
        const byMonth = async (): Promise<Map<string, number>> => {
          const found = new Map<string, number>();
          const names = [EMAIL, { service: 'threads', metric: 'messages' }];
          for (const month of new Set(used.map(({ at }) => monthOf(zones, at))))
            for (const { service, quantity } of await usageOfMonth(
              db.read,
              of,
              `${month}-01`,
              names,
            ))
              found.set(`${month} ${service}`, Number(quantity));
          return found;
        };
        const byDay = async () => {
          const found = new Map<string, number>();
          const { items } = await listUsage(db.read, of, { limit: 100 });
          for (const { day, service, quantity } of items) {
            const key = `${day.slice(0, 7)} ${service}`;
            found.set(key, (found.get(key) ?? 0) + Number(quantity));
          }
          return found;
        };
        expect(await byMonth()).toEqual(expected);
        expect(await byDay()).toEqual(expected);
        await rollUp(db);
        expect(await byMonth()).toEqual(expected);
        expect(await byDay()).toEqual(expected);
      },
    ),
    { numRuns: cases(8, 25) },
  );
});

test.each([
  // The zones have an offset with half an hour, days of 23 and 25 hours, and a difference from UTC of more than half a
  // day.
  ['Asia/Kolkata', '2026-05-09T18:29:59.999Z', '2026-05-09', '2026-05-09T18:30:00Z', '2026-05-10'],
  ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07', '2026-03-09T03:59:59Z', '2026-03-08'],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01', '2026-11-02T04:59:59Z', '2026-11-01'],
  [
    'Pacific/Kiritimati',
    '2026-05-09T09:59:59Z',
    '2026-05-09',
    '2026-05-09T10:00:00Z',
    '2026-05-10',
  ],
])('in %s, %s is on %s and %s on %s', async (timeZone, a, dayOfA, b, dayOfB) => {
  const { org, db, of } = await zonedOrg(timeZone);
  await report(db, of, new Date(a), 1);
  await send(db, org.id, new Date(a));
  await report(db, of, new Date(b), 10);
  await send(db, org.id, new Date(b));
  const days = async () => {
    const sums: Record<string, number> = {};
    for (const { day, quantity } of (await listUsage(db.read, of, {})).items)
      sums[day] = (sums[day] ?? 0) + Number(quantity);
    return sums;
  };
  const expected = dayOfA === dayOfB ? { [dayOfA]: 13 } : { [dayOfA]: 2, [dayOfB]: 11 };
  expect(await days()).toEqual(expected);
  await rollUp(db);
  expect(await days()).toEqual(expected);
});

test('reports of one request are counted by days of the zone, and in one row for each day in UTC', async () => {
  const at = (i: number) => new Date(Date.UTC(2026, 4, 9) + i * HOUR).toISOString();
  const items = Array.from({ length: 24 }, (_, i) => ({
    ...EMAIL,
    quantity: 1,
    at: at(i),
    id: `b-${i}`,
  }));
  const pending = async (db: Database, orgId: string) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) FROM usage_pending WHERE org_id = ${orgId}`.execute(db.read);
    return rows[0]!.count;
  };
  const plain = await app.org();
  const plainDb = await app.dbOf(plain.id);
  await plainDb.transaction((tx) =>
    recordUsage(tx, { id: plain.id, zones: [] }, items, () => 'id'),
  );
  expect(await pending(plainDb, plain.id)).toBe(1);
  const { org, db, of } = await zonedOrg('Asia/Kolkata');
  await db.transaction((tx) => recordUsage(tx, of, items, () => 'id'));
  expect(await pending(db, org.id)).toBe(24);
  // 18:30 is midnight: 19 hours are on the first day.
  expect((await listUsage(db.read, of, {})).items.map(({ quantity }) => quantity)).toEqual([
    '5',
    '19',
  ]);
});

test('usage that is not rolled up has the day of the zone in every answer', async () => {
  const { org, db, of } = await zonedOrg('Africa/Lagos');
  await report(db, of, new Date('2026-04-30T23:30:00Z'), 7);
  const month = (name: string) => usageOfMonth(db.read, of, `${name}-01`, [EMAIL]);
  const check = async (): Promise<void> => {
    expect(await month('2026-04')).toEqual([]);
    expect(await month('2026-05')).toEqual([{ ...EMAIL, quantity: '7' }]);
    expect(await otherMetrics(db.read, of, '2026-05-01', [], 10)).toEqual([EMAIL]);
    expect(await monthHasNews(db.read, of, '2026-04-01')).toBe(false);
    expect(await monthHasNews(db.read, of, '2026-05-01')).toBe(true);
    const range = { from: '2026-05-01', to: '2026-05-02' };
    const sums = await sumUsage(app.db.read, { ...range, organizationId: org.id });
    expect(sums.items).toMatchObject([{ organizationId: org.id, quantity: '7' }]);
    const everywhere = await sumUsage(app.db.read, { ...range, limit: 100 });
    expect(everywhere.items).toContainEqual(sums.items[0]);
    const rows = await exportRows(db, usageExport, { orgId: org.id, zones: of.zones });
    expect(rows).toMatchObject([{ day: '2026-05-01' }]);
  };
  await check();
  await rollUp(db);
  await check();
});

describe('the time zone of billing', () => {
  const patch = (org: TestOrg, billingTimeZone: string) =>
    app.call('PATCH', `/api/v1/admin/organizations/${org.id}`, {
      key: platform,
      body: { billingTimeZone },
    });

  test('changes with the next month, and not before', async () => {
    const org = await app.org();
    const next = withZone([], clock.now(), 'Asia/Kolkata')[0];
    const changed = await patch(org, 'asia/kolkata');
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { billingTimeZone: 'UTC', nextBillingTimeZone: next },
    ]);
    const fetched = await app.call('GET', `/api/v1/admin/organizations/${org.id}`, {
      key: platform,
    });
    expect(fetched.body.data).toEqual(changed.body.data);
    const { runningMonth } = (await app.call('GET', '/api/v1/usage', org)).body.data;
    expect(runningMonth).toMatchObject({ timeZone: 'UTC' });
    const withdrawn = await patch(org, 'UTC');
    expect(withdrawn.body.data).toMatchObject({
      billingTimeZone: 'UTC',
      nextBillingTimeZone: null,
    });
  });

  test('applies to a new organization from its first month', async () => {
    const body = { name: 'Acme', plan: 'pro', billingTimeZone: 'Asia/Kolkata' };
    const made = await app.call('POST', '/api/v1/admin/organizations', { key: platform, body });
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { billingTimeZone: 'Asia/Kolkata', nextBillingTimeZone: null },
    ]);
  });

  test.each(['Africa/Atlantis', '+01:00', 'x'.repeat(65), 'right/UTC', ''])(
    'is refused as %j, with the name of the field',
    async (billingTimeZone) => {
      const org = await app.org();
      const answers = [
        await patch(org, billingTimeZone),
        await app.call('POST', '/api/v1/admin/organizations', {
          key: platform,
          body: { name: 'Acme', plan: 'pro', billingTimeZone },
        }),
      ];
      for (const { status, body } of answers)
        expect([status, body.error.details?.[0]?.path]).toEqual([400, 'billingTimeZone']);
    },
  );

  test('is in the answers of an organization that has one', async () => {
    const { org, of } = await zonedOrg('Africa/Lagos');
    await app.db.pool.query(`NOTIFY ${AUTH_CHANNEL}`);
    const month = monthOf(of.zones, clock.now());
    await expect
      .poll(async () => (await app.call('GET', '/api/v1/usage', org)).body.data.runningMonth)
      .toMatchObject({
        month,
        timeZone: 'Africa/Lagos',
        endsAt: expect.stringContaining('T23:00:'),
      });
    const today = (await app.call('GET', '/api/v1/today', org)).body.data;
    expect(today.usage.from).toBe(`${month}-01`);
  });
});

test('every zone that is accepted has days of whole quarters of an hour', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pg_timezone_names AS z, generate_series('2026-01-01'::timestamptz, '2036-01-01', '10 days') AS at
    WHERE extract(epoch FROM (at AT TIME ZONE z.name) - (at AT TIME ZONE 'UTC'))::integer % 900 <> 0`.execute(
    app.db.read,
  );
  expect(rows).toEqual([]);
});
