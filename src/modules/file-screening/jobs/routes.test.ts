import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { ExportClient, exportApp } from '../../../../test/support/export-client.ts';
import { eventually } from '../../../../test/support/process.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';
import { workbookOf } from '../../../../test/support/workbook.ts';
import type { ScreeningJob } from './schemas.ts';

const LISTED = 'Adaeze Okonkwo';

const { app } = exportApp();

function body(file: string, more: object = {}): object {
  return { file: Buffer.from(file).toString('base64'), fileFormat: 'csv', ...more };
}

async function finished(client: ScreeningClient, id: string): Promise<ScreeningJob> {
  let job: ScreeningJob | undefined;
  await eventually(async () => {
    job = await client.ask(200, 'GET', `/screen/jobs/${id}`);
    return job!.completedAt !== null;
  });
  return job!;
}

test('a worker screens every row of a CSV file, and returns the results by line as an export', async () => {
  const client = await ScreeningClient.of(app);
  await client.add(await client.newList(), LISTED);
  const csv = `ref,name,dob\n1,Ada Obi,\n=2,${LISTED},16-07-68\n3,,\n4,"Ngozi\nBello",\n`;
  const created = await client.ask(201, 'POST', '/screen/jobs', body(csv, { threshold: 90 }));
  expect(created).toEqual({
    id: expect.stringMatching(/^screenjob_/),
    state: 'PENDING',
    fileFormat: 'csv',
    fileSize: Buffer.byteLength(csv),
    lines: 6,
    readAs: { encoding: 'utf-8', delimiter: 'comma', dateFormat: null, warnings: [] },
    kinds: null,
    threshold: 90,
    limit: 20,
    resultFormat: 'CSV',
    rows: { read: 0, done: 0, failed: 0, incomplete: 0 },
    outcomes: { clear: 0, review: 0, block: 0 },
    listsChanged: false,
    exportId: null,
    error: null,
    createdAt: expect.any(String),
    completedAt: null,
  });
  const job = await finished(client, created.id);
  expect(job).toMatchObject({
    state: 'COMPLETED',
    rows: { read: 4, done: 3, failed: 1, incomplete: 1 },
    outcomes: { clear: 2, review: 0, block: 1 },
    listsChanged: false,
    exportId: expect.stringMatching(/^export_/),
  });
  const exports = new ExportClient(app, client.org);
  const results = parse(await exports.file(await exports.finished(job.exportId!)), {
    columns: true,
    record_delimiter: '\r\n',
  }) as Record<string, string>[];
  expect(
    results.map((row) => [row['line'], row['ref'], row['outcome'], row['matchedName']]),
  ).toEqual([
    ['2', '1', 'clear', ''],
    ['3', "'=2", 'block', LISTED],
    ['4', '3', 'invalid', ''],
    ['5', '4', 'clear', ''],
  ]);
  expect(results[1]!['reason']).toMatch(/^dob: /);
  expect(results[2]!['reason']).toMatch(/^name: /);
  const stored = await client.ask(200, 'GET', `/screenings/${results[1]!['screeningId']}`);
  expect(stored).toMatchObject({ subjectId: '=2', outcome: 'block', query: { threshold: 90 } });
  const again = await exports.export('screening_jobs', 'JSON', { service: job.id });
  expect(JSON.parse(again.toString())).toMatchObject([2, 3, 4, 5].map((line) => ({ line })));
  const late = await client.call('DELETE', `/screen/jobs/${job.id}`);
  expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT']);
});

test('a worker reads the cells of a workbook that are dates in any format as days', async () => {
  const client = await ScreeningClient.of(app);
  const cells = [
    '<c s="1"><v>24485</v></c>',
    '<c s="2"><v>24485.75</v></c>',
    '<c s="1" t="d"><v>1967-01-13T00:00:00Z</v></c>',
    '<c><v>24485</v></c>',
  ];
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const formats = [0, 14, 164].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('');
  const workbook = workbookOf(
    [['name', 'dob'], ...cells.map((xml, i) => [`Ada Obi ${i}`, { xml }])],
    {
      'xl/styles.xml': `<?xml version="1.0"?><styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs count="3">${formats}</cellXfs></styleSheet>`,
    },
  );
  const sent = { file: workbook.toString('base64'), fileFormat: 'xlsx' };
  const job = await finished(client, (await client.ask(201, 'POST', '/screen/jobs', sent)).id);
  expect(job.rows).toEqual({ read: 4, done: 4, failed: 0, incomplete: 0 });
  const { items } = await client.ask(200, 'GET', '/screenings');
  const dates = await Promise.all(
    items.map(async ({ screeningId }: { screeningId: string }) => {
      const { query } = await client.ask(200, 'GET', `/screenings/${screeningId}`);
      return query.dob;
    }),
  );
  expect(dates).toEqual(cells.map(() => '1967-01-13'));
});

test('a repeated request with the same key makes one job, whose file is in neither audit nor log', async () => {
  const client = await ScreeningClient.of(app);
  const send = () =>
    app.call('POST', '/api/v1/fraud/screen/jobs', {
      key: client.org.key,
      body: body('name\nOgunbanjo of Abeokuta'),
      headers: { 'idempotency-key': 'job-1' },
    });
  expect((await send()).body.data.id).toBe((await send()).body.data.id);
  const { items } = await client.ask(200, 'GET', '/screen/jobs');
  expect(items).toHaveLength(1);
  const db = await app.dbOf(client.org.id);
  const { rows } = await db.query(
    `SELECT a::text AS row FROM audit_actions a WHERE org_id = $1 AND action = 'screening.create_job'`,
    [client.org.id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows) + app.logs.join('')).not.toContain('Ogunbanjo');
  await finished(client, items[0].id);
});

test('a file that cannot be read returns 400 for its field, and makes no job', async () => {
  const client = await ScreeningClient.of(app);
  for (const asked of [body('title\nAda'), { file: 'bmFtZQ', fileFormat: 'csv' }]) {
    const { status, body: answer } = await client.call('POST', '/screen/jobs', asked);
    expect([status, answer.error.details[0].path]).toEqual([400, 'file']);
  }
  expect((await client.ask(200, 'GET', '/screen/jobs')).items).toEqual([]);
});

test('a name column next to a surname column, and a separator named by the first line, are read', async () => {
  const client = await ScreeningClient.of(app);
  await client.add(await client.newList(), LISTED);
  const csv = 'sep=|\nname|surname\nAdaeze|Okonkwo\nAdaeze|Obi\n';
  const created = await client.ask(201, 'POST', '/screen/jobs', body(csv));
  expect(created.readAs).toMatchObject({ delimiter: '|', warnings: [] });
  const job = await finished(client, created.id);
  expect(job).toMatchObject({ state: 'COMPLETED', outcomes: { clear: 1, review: 0, block: 1 } });
});
