import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { IdentityClient, personBody } from '../../../test/contract/support/identity-client.ts';
import { Biller } from '../../../test/support/billing.ts';
import { ExportClient, exportApp } from '../../../test/support/export-client.ts';
import { ThreadClient } from '../../../test/support/thread-client.ts';
import { withZoneFrom } from '../../platform/calendar/zoned-months.ts';
import { textCell, WorkbookRows } from './run/workbook.ts';

const { app } = exportApp();

async function withTexts(...texts: string[]) {
  const threads = await ThreadClient.of(app);
  const thread = await threads.thread(['customer:ada']);
  for (const text of texts) await threads.send(thread, 'customer:ada', text);
  const exports = new ExportClient(app, threads.org);
  const ask = (body: object) => app.call('POST', '/api/v1/exports', { key: threads.org.key, body });
  const fileOf = async (body: object) => {
    const made = await ask({ dataType: 'messages', ...body });
    expect(made.status, made.text).toBe(201);
    const record = await exports.finished(made.body.data.id);
    return { record, bytes: await exports.file(record) };
  };
  const allow = async (allowedFormats: string[]) => {
    const path = `/api/v1/admin/organizations/${threads.org.id}/export-settings`;
    const key = await app.platformKey();
    const answer = await app.call('PATCH', path, { key, body: { allowedFormats } });
    expect(answer.status, answer.text).toBe(200);
  };
  return { org: threads.org, exports, ask, fileOf, allow };
}

describe('a CSV file', () => {
  test('begins with a byte order mark and uses another delimiter on request', async () => {
    const { fileOf } = await withTexts('Adáeze; "ja"\n=1');
    const plain = await fileOf({});
    expect(plain.bytes.subarray(0, 2).toString()).toBe('id');
    for (const delimiter of [';', '\t']) {
      const { record, bytes } = await fileOf({ csv: { bom: true, delimiter } });
      expect(record.csv).toEqual({ bom: true, delimiter, timezone: 'UTC' });
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const rows = parse(bytes, { columns: true, bom: true, delimiter });
      expect(rows).toMatchObject([{ content: 'Adáeze; "ja"\n\'=1', sequence: '1' }]);
    }
  });

  test('has times in the requested zone, with their offset', async () => {
    const { org, fileOf } = await withTexts('one', 'two');
    const at = ['2026-01-15T23:30:00.250Z', '2026-07-15T23:30:00.000Z'];
    for (const [i, time] of at.entries())
      await app.db.pool.query(
        'UPDATE messages SET created_at = $1 WHERE org_id = $2 AND sequence = $3',
        [time, org.id, i + 1],
      );
    const timesIn = async (timezone: string) => {
      const { bytes } = await fileOf({ csv: { timezone } });
      return parse<{ createdAt: string }>(bytes, { columns: true }).map((row) => row.createdAt);
    };
    expect(await timesIn('Africa/Lagos')).toEqual([
      '2026-01-16T00:30:00.250+01:00',
      '2026-07-16T00:30:00.000+01:00',
    ]);
    expect(await timesIn('america/st_johns')).toEqual([
      '2026-01-15T20:00:00.250-03:30',
      '2026-07-15T21:00:00.000-02:30',
    ]);
    expect(await timesIn('UTC')).toEqual(at);
  });

  test('with sealed cells has the same options', async () => {
    const { fileOf } = await withTexts();
    const csv = { bom: true, delimiter: ';' };
    const { bytes } = await fileOf({ dataType: 'decisions', csv });
    expect(bytes.toString()).toMatch(/^\ufeffid;hitId;decision;/);
  });

  test('is rejected with an unknown zone or delimiter; so are CSV options with another format', async () => {
    const { ask } = await withTexts();
    for (const [body, path] of [
      [{ csv: { timezone: 'Africa/Lagoon' } }, 'csv.timezone'],
      [{ csv: { timezone: '+01:00' } }, 'csv.timezone'],
      [{ csv: { timezone: "UTC'" } }, 'csv.timezone'],
      [{ csv: { delimiter: 'x' } }, 'csv.delimiter'],
      [{ csv: { delimiter: '\n' } }, 'csv.delimiter'],
      [{ format: 'JSON', csv: { bom: true } }, 'csv'],
    ] as const) {
      const answer = await ask({ dataType: 'messages', ...body });
      expect([answer.status, answer.body.error.details?.[0]?.path]).toEqual([400, path]);
    }
  });
});

test('the record contains the range as it was applied', async () => {
  const { ask } = await withTexts();
  const filters = { dateFrom: '2026-10-01', dateTo: '2026-10-31T23:00:00+01:00', service: 'sms' };
  const made = await ask({ dataType: 'messages', filters });
  expect(made.body.data.filters).toEqual({
    dateFrom: '2026-10-01T00:00:00.000Z',
    dateTo: '2026-10-31T22:00:00.000Z',
    service: 'sms',
  });
});

describe('a workbook', () => {
  test('is rejected until the organization may use the format', async () => {
    const { ask, allow } = await withTexts();
    const wanted = { dataType: 'messages', format: 'XLSX' };
    const refused = await ask(wanted);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'format']);
    await allow(['xlsx']);
    expect((await ask(wanted)).status).toBe(201);
    expect((await ask({ dataType: 'messages' })).status).toBe(400);
  });

  test('has typed cells, and texts that never become formulas', async () => {
    const texts = [
      '=1+1',
      ' a <b> & "c"\r\nd\t\u0001 _x0041_ 😀',
      '+234',
      `${'x'.repeat(32_766)}😀 and more`,
    ];
    const { fileOf, allow } = await withTexts(...texts);
    await allow(['csv', 'xlsx']);
    const { record, bytes } = await fileOf({ format: 'XLSX' });
    expect(record).toMatchObject({ format: 'XLSX', csv: null, recordCount: 4, cutTexts: 1 });
    const [header, ...rows] = await readSheet(bytes, { trim: false });
    const at = (name: string) => rows.map((row) => row[header!.indexOf(name)]);
    expect(at('sequence')).toEqual([1, 2, 3, 4]);
    for (const time of at('createdAt')) expect(time).toBeInstanceOf(Date);
    expect(at('editedAt')).toEqual([null, null, null, null]);
    const [formula, special, phone, long] = at('content') as string[];
    expect([formula, phone]).toEqual(['=1+1', '+234']);
    expect(special).toMatch(/^ a <b> & "c"/);
    expect(long).toBe('x'.repeat(32_766));
    expect(textCell('A1', texts[1]!)).toContain('_x000D_\nd\t_x0001_ _x005F_x0041_ 😀');
  });

  test('has a number in a cell only if no digit is lost', async () => {
    const { org, fileOf, allow } = await withTexts();
    await allow(['xlsx']);
    const biller = new Biller(app, org);
    await biller.use('2026-04-01', 'parts', '12.5');
    await biller.use('2026-04-01', 'pieces', '123456789012.123456');
    const { bytes } = await fileOf({ dataType: 'usage', format: 'XLSX' });
    const rows = await readSheet(bytes);
    expect(rows.slice(1).map((row) => row.slice(2))).toEqual([
      ['parts', 12.5],
      ['pieces', '123456789012.123456'],
    ]);
    expect(rows[1]![0]).toEqual(new Date('2026-04-01'));
  });

  test('has as many rows as the format allows, whatever the size of the chunks', () => {
    const columns = [{ name: 'n', type: 'integer' as const, description: 'A number.' }];
    for (const size of [1, 3, 100]) {
      const rows = new WorkbookRows(columns, 3);
      rows.head();
      const bytes = Buffer.from('1\n2\n3\n4\n5\n');
      for (let i = 0; i < bytes.length; i += size) rows.format(bytes.subarray(i, i + size));
      rows.tail();
      expect([rows.rows, rows.truncated]).toEqual([3, true]);
    }
  });
});

describe('an export of the audit log', () => {
  test('is possible only for callers who may read the log', async () => {
    const org = await app.org();
    const body = { dataType: 'audit', format: 'JSON' };
    const analyst = await app.person(org.id, ['analyst']);
    const narrow = await app.key(org.id, ['exports:create']);
    const rows = JSON.parse((await new ExportClient(app, org).export('audit', 'JSON')).toString());
    expect(rows.length).toBeGreaterThan(0);
    for (const caller of [{ session: analyst.session }, { key: narrow.key }]) {
      const refused = await app.call('POST', '/api/v1/exports', { ...caller, body });
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'FORBIDDEN']);
      const listed = await app.call('GET', '/api/v1/exports', caller);
      expect(listed.body.data.items).toMatchObject([{ status: 'COMPLETED', downloadUrl: null }]);
    }
    const auditor = await app.person(org.id, ['auditor']);
    const { session } = auditor;
    const { body: seen } = await app.call('GET', '/api/v1/exports', { session });
    expect(seen.data.items).toMatchObject([{ downloadUrl: expect.stringContaining('http') }]);
  });
});

describe('an export of verifications', () => {
  test('has one row for each verification, and requires the rights to read verifications', async () => {
    const client = await IdentityClient.of(app);
    const { verificationId } = await client.ask('verify-bvn', personBody('bvn', 0));
    await client.ask('verify-nin', personBody('nin', 0));
    const { org } = client;
    const exports = new ExportClient(app, org);
    const bytes = await exports.export('verifications', 'CSV', { service: 'bvn' });
    const [row, ...others] = parse<Record<string, string>>(bytes, { columns: true });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: verificationId, kind: 'bvn', status: 'verified' });
    expect(JSON.parse(row!['metadata']!)).toMatchObject({ matchScore: 100 });
    expect(bytes.toString()).not.toContain(personBody('bvn', 0).bvn);
    const body = { dataType: 'verifications' };
    const narrow = await app.key(org.id, ['exports:create']);
    const refused = await app.call('POST', '/api/v1/exports', { ...narrow, body });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    const listed = await app.call('GET', '/api/v1/exports', narrow);
    expect(listed.body.data.items).toMatchObject([{ status: 'COMPLETED', downloadUrl: null }]);
    const poor = await app.org({ plan: 'free' });
    const unpaid = await app.call('POST', '/api/v1/exports', { ...poor, body });
    expect([unpaid.status, unpaid.body.error.code]).toEqual([402, 'DETECTION_PACK_REQUIRED']);
  });
});

test('usage that waits to be summed up is exported with its day in the time zone of billing', async () => {
  const biller = await Biller.of(app);
  const zones = JSON.stringify(withZoneFrom([], '2026-01', 'Africa/Lagos'));
  const change = 'UPDATE organizations SET billing_zones = $2 WHERE id = $1';
  await app.db.pool.query(change, [biller.org.id, zones]);
  const blocker = await (await app.dbOf(biller.org.id)).pool.connect();
  try {
    await blocker.query(`SELECT pg_advisory_lock(hashtextextended('usage roll-up', 0))`);
    await biller.use('2026-04-30T23:30:00Z', 'parts', 2);
    const exports = new ExportClient(app, biller.org);
    const { id } = await exports.create('usage', 'JSON');
    const rows = JSON.parse((await exports.file(await exports.finished(id))).toString());
    expect(rows).toMatchObject([{ day: '2026-05-01', metric: 'parts' }]);
  } finally {
    await blocker.query('SELECT pg_advisory_unlock_all()');
    blocker.release();
  }
});
