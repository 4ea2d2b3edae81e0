import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { Biller, sheetFrom } from '../../../test/support/billing.ts';
import { exportRows } from '../../../test/support/export-rows.ts';
import { ScreeningClient } from '../../../test/support/screening-client.ts';
import { ThreadClient } from '../../../test/support/thread-client.ts';
import type { Database } from '../../platform/db/database.ts';
import { runInvoices } from '../invoices/run.ts';
import { rollUp } from '../usage/index.ts';
import { openCopy } from './run/copy/store.ts';
import { copyStatement, placeStatement } from './run/store.ts';
import type { DataType } from './schemas.ts';
import { MODULES } from '../index.ts';
import { exportsOf } from '../module.ts';

const EXPORTABLE = exportsOf(MODULES);

/** Three organizations with the same data at the same times. The one with the middle id is exported. */
const app = testApp({ role: 'api', rateLimits: undefined });
let orgId: string;
let own: Database;

const TYPES = [
  'messages',
  'webhooks',
  'usage',
  'invoices',
  'cases',
  'screenings',
  'hits',
  'decisions',
] as const;

async function fill(org: { id: string; key: string }): Promise<void> {
  const threads = new ThreadClient([app], org);
  for (const slug of ['support', 'sms'])
    await threads.ask(201, 'POST', '/channels', {
      body: { slug, displayName: slug, entityType: 'order' },
    });
  const support = await threads.thread(['customer:ada']);
  const participants = [{ externalId: 'ada', role: 'customer' }];
  const { id: sms } = await threads.ask(201, 'POST', '/threads', {
    body: { channel: 'sms', entityId: 'o-2', participants },
  });
  for (let i = 0; i < 4; i += 1)
    await threads.send(i % 2 === 0 ? support : sms, 'customer:ada', `Message ${i}`);
  const url = 'https://hooks.example.com/x';
  const body = { name: 'All', url, events: ['email.*', 'emails.*', 'sms.*'] };
  await app.call('POST', '/api/v1/webhooks', { key: org.key, body });
  for (const type of ['email.sent', 'emails.sent', 'sms.sent', 'email.failed'])
    await app.call('POST', '/api/v1/events', { key: org.key, body: { type, data: {} } });
  for (const subjectId of ['customer-1', 'customer-2', 'customer-3'])
    await app.call('POST', '/api/v1/cases', { key: org.key, body: { subjectId } });
  const screening = new ScreeningClient(app, org);
  await screening.add(await screening.newList(), 'Adewale Ogunbanjo');
  for (const subjectId of ['customer-1', 'customer-2']) {
    await screening.ask(200, 'POST', '/screen', { name: 'Adewale Ogunbanjo' });
    await screening.enrol(subjectId, 'Adewale Ogunbanjo');
  }
  for (const { id } of await screening.hits()) await screening.decide(id, 'true_match');
  const biller = new Biller(app, org);
  for (const day of ['2026-04-01', '2026-04-02', '2026-04-03']) {
    await biller.use(day, 'parts', 2);
    await biller.use(day, 'messages', '1.5');
  }
}

beforeAll(async () => {
  const orgs = [await app.org(), await app.org(), await app.org()];
  await Promise.all(orgs.map(fill));
  orgId = orgs.map(({ id }) => id).toSorted()[1]!;
  // Rows of each kind are an hour apart, and their ids have the opposite order of their times.
  const hourly = (table: string) => `UPDATE ${table} t
    SET created_at = (timestamp '2026-03-01' + (n - 1) * interval '1 hour') AT TIME ZONE 'UTC'
    FROM (SELECT org_id, id, row_number() OVER (PARTITION BY org_id ORDER BY id DESC) AS n FROM ${table}) o
    WHERE t.org_id = o.org_id AND t.id = o.id`;
  await app.db.pool.query(hourly('messages'));
  await app.db.pool.query(hourly('deliveries'));
  for (const db of app.buckets()) {
    await rollUp(db);
    await runInvoices(db, sheetFrom('2026-01-01'), '2026-04-01', { once: true });
  }
  own = await app.dbOf(orgId);
});

function rowsOf(type: DataType, filter: { from?: Date; to?: Date; service?: string } = {}) {
  return exportRows(own, EXPORTABLE[type]!.source, { orgId, ...filter });
}
function hour(n: number, ms = 0): Date {
  return new Date(Date.UTC(2026, 2, 1, n, 0, 0, ms));
}

describe.each([
  [
    'messages',
    'content',
    ['Message 3', 'Message 2', 'Message 1', 'Message 0'],
    'sms',
    ['Message 3', 'Message 1'],
  ],
  [
    'webhooks',
    'eventType',
    ['email.failed', 'sms.sent', 'emails.sent', 'email.sent'],
    'email',
    ['email.failed', 'email.sent'],
  ],
] as const)('%s', (type, column, all, service, ofService) => {
  const found = async (filter = {}) => (await rowsOf(type, filter)).map((row) => row[column]);

  // contract: exports/all-four-data
  test('are rows of the organization only, oldest first, whatever their ids', async () => {
    expect(await found()).toEqual(all);
  });

  // contract: exports/all-four-data
  test('a range includes its beginning and excludes its end', async () => {
    expect(await found({ from: hour(1), to: hour(3) })).toEqual(all.slice(1, 3));
    expect(await found({ from: hour(0, 1), to: hour(3, 1) })).toEqual(all.slice(1));
    expect(await found({ from: hour(3) })).toEqual(all.slice(3));
    expect(await found({ to: hour(1) })).toEqual(all.slice(0, 1));
    expect(await found({ from: hour(1), to: hour(1) })).toEqual([]);
  });

  // contract: exports/all-four-data
  test('service selects the rows of one service, even within a range', async () => {
    expect(await found({ service })).toEqual(ofService);
    expect(await found({ service, from: hour(1) })).toEqual(ofService.slice(1));
  });
});

// contract: billing/rows-organization-half
test('usage is exported by day, oldest first', async () => {
  const rows = await rowsOf('usage', { service: 'email' });
  expect(rows).toHaveLength(6);
  const [day, service] = ['2026-04-01', 'email'];
  expect(rows[0]).toEqual({ day, service, metric: 'messages', quantity: '1.5' });
  expect(rows[1]).toMatchObject({ metric: 'parts', quantity: '2' });
  expect(rows.map((row) => row['day'])).toEqual(rows.map((row) => row['day']).toSorted());
});

test.each([
  ['2026-04-01T00:00:00Z', '2026-04-03T00:00:00Z', ['2026-04-01', '2026-04-02']],
  ['2026-04-01T00:00:00.001Z', '2026-04-03T00:00:00.001Z', ['2026-04-02', '2026-04-03']],
  ['2026-04-02T00:00:00Z', '2026-04-02T00:00:00Z', []],
  ['2026-04-03T00:00:00Z', undefined, ['2026-04-03']],
  [undefined, '2026-04-02T00:00:00Z', ['2026-04-01']],
  [undefined, '9999-12-31T23:59:59Z', ['2026-04-01', '2026-04-02', '2026-04-03']],
])('usage from %s to %s covers days that begin in the range', async (from, to, days) => {
  const rows = await rowsOf('usage', {
    service: 'email',
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  });
  expect([...new Set(rows.map(({ day }) => day))]).toEqual(days);
});

// contract: billing/rows-organization-half
test('invoices are exported by line, in a half-open range of their issue dates', async () => {
  const rows = await rowsOf('invoices');
  expect(rows).toEqual([
    {
      number: 1,
      type: 'invoice',
      month: '2026-04',
      corrects: null,
      reason: null,
      invoiceId: expect.stringMatching(/^invoice_/),
      issuedAt: expect.any(Date),
      service: 'email',
      metric: 'messages',
      quantity: '4.5',
      amount: 2,
      currency: 'EUR',
    },
    expect.objectContaining({ metric: 'parts', quantity: '6', amount: 600 }),
  ]);
  const at = rows[0]!['issuedAt'] as Date;
  const later = new Date(at.getTime() + 1);
  const count = async (from: Date, to: Date) => (await rowsOf('invoices', { from, to })).length;
  expect([await count(at, later), await count(later, later), await count(at, at)]).toEqual([
    2, 0, 0,
  ]);
});

test.each(TYPES)('a page after any row of %s has exactly the following rows', async (type) => {
  const [source, { read, connection }] = [EXPORTABLE[type]!.source, own];
  const filter = { orgId, from: undefined, to: undefined, service: undefined };
  const linesAfter = async (after: unknown[] | null): Promise<[string[], () => void, string]> => {
    const selection = { source, filter, after };
    const copy = await openCopy(connection, copyStatement(read, selection, 'JSON', 1000));
    const chunks: Buffer[] = [];
    for await (const chunk of copy.chunks) chunks.push(Buffer.from(chunk));
    const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
    return [
      lines,
      copy.close,
      lines.length === 0 ? '' : await copy.ask(placeStatement(read, selection, 1)),
    ];
  };
  const [all, close] = await linesAfter(null);
  close();
  let after: unknown[] | null = null;
  for (let behind = 0; behind <= all.length; behind += 1) {
    const [lines, end, place] = await linesAfter(after);
    end();
    expect(lines).toEqual(all.slice(behind));
    if (place !== '') after = JSON.parse(place);
  }
});

// contract: exports/all-four-data
test('a service selects only its own rows, and any text is accepted as its name', async () => {
  for (const type of TYPES)
    for (const service of ['e', '', '%', "email' OR true --"])
      expect(await rowsOf(type, { service }), type).toEqual([]);
});
