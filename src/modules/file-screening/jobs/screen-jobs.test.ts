import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportFolder, ExportClient } from '../../../../test/support/export-client.ts';
import { eventually } from '../../../../test/support/process.ts';
import { workbookOf } from '../../../../test/support/workbook.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';
import { newId } from '../../../platform/ids.ts';
import { JOB_PREFIX, MAX_FILE_BYTES, MAX_FILE_LINES, type ScreeningJob } from './schemas.ts';

const LISTED = 'Adaeze Okonkwo';

let app: TestApp;
let idle: TestApp;
let folder: Awaited<ReturnType<typeof exportFolder>>;
beforeAll(async () => {
  folder = await exportFolder();
  app = await startTestApp({ rateLimits: undefined, exportFolder: folder.path });
  idle = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(async () => {
  await Promise.all([app.stop(), idle.stop()]);
  await folder.remove();
});

function body(file: string | Buffer, more: object = {}): object {
  return { file: Buffer.from(file as string).toString('base64'), fileFormat: 'csv', ...more };
}

async function screener(at = app): Promise<ScreeningClient> {
  const client = await ScreeningClient.of(at);
  await client.add(await client.newList(), LISTED);
  return client;
}

async function finished(client: ScreeningClient, id: string): Promise<ScreeningJob> {
  let job: ScreeningJob | undefined;
  await eventually(async () => {
    job = await client.ask(200, 'GET', `/screen/jobs/${id}`);
    return job!.completedAt !== null;
  });
  return job!;
}

/** Screens a file, and answers the job with its results. */
async function run(client: ScreeningClient, asked: object) {
  const { id } = await client.ask(201, 'POST', '/screen/jobs', asked);
  const job = await finished(client, id);
  const exports = new ExportClient(app, client.org);
  const file = await exports.file(await exports.finished(job.exportId!));
  return { job, file };
}

// Jobs give way to the thread of this process, which does other work in tests as well.
describe('a screening job', () => {
  test('screens every row of a CSV file, and gives the results by line as an export', async () => {
    const client = await screener();
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
    const { rows } = await app.db.pool.query(
      `SELECT body FROM events WHERE org_id = $1 AND type = 'screening.job.completed'`,
      [client.org.id],
    );
    expect(rows.map(({ body: text }) => JSON.parse(text).data)).toEqual([
      { jobId: job.id, exportId: job.exportId, clear: 2, review: 0, block: 1, failed: 1 },
    ]);
  });

  test('reads JSON lines with the same columns, and tells what is wrong with a line by its number', async () => {
    const client = await screener();
    const lines = [
      { ref: 'a', name: LISTED, aliases: ['Ada O.'], other: { passed: 'over' } },
      { subject_id: 'b', name: 'Ada Obi', nationality: ['NG', 'GH'], birth_date: 1980 },
      { name: { first: 'Ada' } },
      { name: 'Ada Obi', addresses: ['1; 2'] },
      { name: 'Ada\0Obi' },
      { ref: 'c' },
      { name: 'Ada', 'Name ': 'Obi' },
    ].map((line) => JSON.stringify(line));
    const file = [...lines, '', '[1]', '{"name":'].join('\n');
    const asked = body(file, { fileFormat: 'jsonl', resultFormat: 'JSON' });
    const { job, file: results } = await run(client, asked);
    expect(job.rows).toEqual({ read: 9, done: 2, failed: 7, incomplete: 0 });
    const said = JSON.parse(results.toString()).map(
      ({ line, ref, outcome, reason }: Record<string, string>) =>
        [line, ref, outcome, reason].join('|'),
    );
    expect(said).toEqual([
      '1|a|block|',
      '2|b|clear|',
      '3||invalid|name: must be a text, a number or an array of texts',
      '4||invalid|addresses: must have no semicolon in a text of an array',
      '5||invalid|name: must not contain NUL or lone surrogates',
      '6||invalid|the object has no column "name" or "last_name"',
      '7||invalid|the object has more than one column for "Name"',
      '9||invalid|the line is no JSON object',
      '10||invalid|the line is no JSON object',
    ]);
  });

  test('of a file without rows is completed, with no results', async () => {
    const client = await screener();
    for (const file of ['ref,name\n', 'ref,name']) {
      const { job, file: results } = await run(client, body(file, { resultFormat: 'JSON' }));
      expect([job.state, job.rows.read, JSON.parse(results.toString())]).toEqual([
        'COMPLETED',
        0,
        [],
      ]);
    }
    const { job } = await run(client, body('\n\n', { fileFormat: 'jsonl' }));
    expect([job.state, job.rows.read]).toEqual(['COMPLETED', 0]);
  });

  test('of many blocks and pieces has one screening and one result a row, in their order', async () => {
    const client = await screener();
    const filler = 'x'.repeat(4000);
    const names = Array.from({ length: 450 }, (_, i) => (i % 50 === 7 ? LISTED : `Ada Obi ${i}`));
    const csv = `ref,note,name\n${names.map((name, i) => `${i},${filler},${name}`).join('\n')}`;
    const { job, file } = await run(client, body(csv, { resultFormat: 'JSON' }));
    expect(job.outcomes).toEqual({ clear: 441, review: 0, block: 9 });
    const results = JSON.parse(file.toString()) as {
      ref: string;
      line: number;
      screeningId: string;
    }[];
    expect(results.map(({ ref, line }) => [ref, line])).toEqual(
      names.map((_, i) => [String(i), i + 2]),
    );
    const { rows } = await app.db.pool.query('SELECT id FROM screenings WHERE org_id = $1', [
      client.org.id,
    ]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      results.map(({ screeningId }) => screeningId).toSorted(),
    );
  });

  test('finds at every threshold what a request finds', async () => {
    const client = await screener();
    for (const threshold of [60, 85]) {
      const name = 'Adaeze Okonkwu';
      const single = await client.ask(200, 'POST', '/screen', { name, threshold });
      const { file } = await run(
        client,
        body(`name\n${name}`, { threshold, resultFormat: 'JSON' }),
      );
      const [result] = JSON.parse(file.toString());
      expect(JSON.parse(result.hits)).toEqual(single.hits);
      expect(single.hits).toHaveLength(1);
    }
  });

  test('is taken only in a format that the organization may export, and its results can be exported again', async () => {
    const client = await screener();
    const settings = `/api/v1/admin/organizations/${client.org.id}/export-settings`;
    const set = async (change: object) =>
      app.call('PATCH', settings, { key: await app.platformKey(), body: change });
    await set({ enabled: false });
    const refused = await client.call('POST', '/screen/jobs', body('name\nAda'));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SERVICE_DISABLED']);
    await set({ enabled: true, allowedFormats: ['json'] });
    const other = await client.call('POST', '/screen/jobs', body('name\nAda'));
    expect([other.status, other.body.error.details[0].path]).toEqual([400, 'resultFormat']);
    const asked = body('name\nAda', { resultFormat: 'JSON' });
    const { job } = await run(client, asked);
    const exports = new ExportClient(app, client.org);
    const again = await exports.export('screening_jobs', 'JSON', { service: job.id });
    expect(JSON.parse(again.toString())).toMatchObject([{ jobId: job.id, line: 2 }]);
  });
});

describe('a file', () => {
  test('is read as it is written, with its columns and dates, and the job says how', async () => {
    const client = await ScreeningClient.of(app);
    const text = 'Kunde;Geboren\nAda Obi;13/07/1967\nEze Nnamdi;16-07-68\n';
    const columns = { name: 'Kunde', dob: 'Geboren' };
    const asked = body(Buffer.from(`\ufeff${text}`, 'utf16le'), { columns });
    const { job } = await run(client, asked);
    expect(job).toMatchObject({
      readAs: { encoding: 'utf-16le', delimiter: 'semicolon', dateFormat: 'DMY', warnings: [] },
      rows: { done: 2, incomplete: 1 },
    });
    const open = body('name,dob\nAda,05/07/1967\n');
    const refused = await client.call('POST', '/screen/jobs', open);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'dateFormat']);
    await run(client, { ...open, dateFormat: 'MDY' });
  });

  test('may be a workbook', async () => {
    const client = await ScreeningClient.of(app);
    const file = workbookOf([
      ['name', 'dob'],
      ['Ada Obi', { xml: '<c s="1"><v>24485</v></c>' }],
    ]);
    const { job } = await run(client, body(file, { fileFormat: 'xlsx' }));
    expect(job).toMatchObject({
      fileFormat: 'xlsx',
      fileSize: file.length,
      rows: { done: 1, incomplete: 0 },
    });
  });

  test('is refused when it cannot be read or is too long, by its field', async () => {
    const client = await ScreeningClient.of(idle);
    const many = Buffer.alloc(MAX_FILE_BYTES + 1, `name\n${'Ada '.repeat(100)}\n`);
    for (const [asked, message] of [
      [body('title\nAda'), /no column "name"/],
      [body('title\nAda', { file: 'bmFtZQ' }), /padded base64/],
      [body(Buffer.from('\ufeff{}', 'utf16le'), { fileFormat: 'jsonl' }), /UTF-16/],
      [body('name\nAda', { fileFormat: 'xlsx' }), /workbook is broken/],
      [body('PK\x03\x04name\nAda'), /send it as fileFormat xlsx/],
      [body(`name\n${'a\n'.repeat(MAX_FILE_LINES)}`), /at most 100001 lines/],
      [body(many), /at most 10 MiB/],
    ] as const) {
      const { status, body: answer } = await client.call('POST', '/screen/jobs', asked);
      expect([status, answer.error.details[0].path]).toEqual([400, 'file']);
      expect(answer.error.details[0].message).toMatch(message);
    }
    expect((await client.ask(200, 'GET', '/screen/jobs')).items).toEqual([]);
  });

  test('is sealed while it waits, and its names are nowhere in the clear', async () => {
    const client = await ScreeningClient.of(idle);
    const { id } = await client.ask(
      201,
      'POST',
      '/screen/jobs',
      body('name\nOgunbanjo of Abeokuta'),
    );
    const db = await idle.dbOf(client.org.id);
    for (const table of ['screening_jobs', 'screening_job_pieces', 'audit_actions']) {
      const { rows } = await db.query(
        `SELECT t::text AS row FROM ${table} AS t WHERE org_id = $1`,
        [client.org.id],
      );
      expect(rows.length, table).toBeGreaterThan(0);
      const text = rows.map(({ row }) => row).join('\n');
      for (const form of ['Ogunbanjo', Buffer.from('Ogunbanjo').toString('hex')])
        expect(text, table).not.toContain(form);
    }
    expect(idle.logs.join('')).not.toContain('Ogunbanjo');
    await client.ask(200, 'DELETE', `/screen/jobs/${id}`);
    const { rows } = await db.query('SELECT 1 FROM screening_job_pieces WHERE org_id = $1', [
      client.org.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('is refused where no personal data is stored', async () => {
    const without = await startTestApp({ rateLimits: undefined, role: 'api', kms: 'none' });
    const client = await ScreeningClient.of(without);
    const { status, body: answer } = await client.call('POST', '/screen/jobs', body('name\nAda'));
    expect([status, answer.error.code]).toEqual([403, 'SERVICE_DISABLED']);
    await without.stop();
  });
});

test('jobs are listed, found and cancelled in their own organization alone, until they are finished', async () => {
  const [client, other] = [await ScreeningClient.of(idle), await ScreeningClient.of(idle)];
  const make = async () => (await client.ask(201, 'POST', '/screen/jobs', body('name\nAda'))).id;
  const [first, second] = [await make(), await make()];
  const list = async (who: ScreeningClient, query = '') =>
    (await who.ask(200, 'GET', `/screen/jobs${query}`)).items.map(({ id }: { id: string }) => id);
  expect(await list(client)).toEqual([second, first]);
  expect(await list(client, '?state=COMPLETED')).toEqual([]);
  expect(await list(other)).toEqual([]);
  for (const id of [first, newId(JOB_PREFIX)])
    for (const method of ['GET', 'DELETE'])
      expect((await other.call(method, `/screen/jobs/${id}`)).status).toBe(404);
  await client.ask(200, 'DELETE', `/screen/jobs/${first}`);
  expect((await client.call('GET', `/screen/jobs/${first}`)).status).toBe(404);
  for (let i = 0; i < 9; i += 1) await make();
  const { status, body: answer } = await client.call('POST', '/screen/jobs', body('name\nAda'));
  expect([status, answer.error.code]).toEqual([409, 'CONFLICT']);
  const done = await screener();
  const { job } = await run(done, body('name\nAda'));
  expect((await done.call('DELETE', `/screen/jobs/${job.id}`)).status).toBe(409);
});

test('a repeated request with the same key makes one job', async () => {
  const client = await ScreeningClient.of(idle);
  const headers = { 'idempotency-key': createHash('sha1').update('x').digest('hex') };
  const send = () =>
    idle.call('POST', '/api/v1/fraud/screen/jobs', {
      key: client.org.key,
      body: body('name\nAda'),
      headers,
    });
  expect((await send()).body.data.id).toBe((await send()).body.data.id);
  expect((await client.ask(200, 'GET', '/screen/jobs')).items).toHaveLength(1);
});
