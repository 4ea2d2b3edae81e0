import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../test/support/app.ts';
import { ExportClient, filesIn, exportApp } from '../../../test/support/export-client.ts';
import { Biller } from '../../../test/support/billing.ts';
import { rateLimits } from '../../config/rate-limits.ts';
import { ThreadClient } from '../../../test/support/thread-client.ts';

const { app, folder } = exportApp();

function csv(bytes: Buffer): Record<string, string>[] {
  return parse(bytes, { columns: true, bom: false, record_delimiter: '\r\n' });
}

/** Creates an organization with messages in two channels. */
async function withMessages(
  count: number,
): Promise<{ exports: ExportClient; threads: ThreadClient; thread: string }> {
  const threads = await ThreadClient.of(app);
  const thread = await threads.thread(['customer:ada', 'agent:ben']);
  for (let i = 0; i < count; i += 1) await threads.send(thread, 'customer:ada', `Message ${i}`);
  return { exports: new ExportClient(app, threads.org), threads, thread };
}

describe('an export', () => {
  // contract: POST /exports, GET /exports/:exportId, exports/completed-export-followed
  test('is PENDING at first, then COMPLETED with all fields of its record', async () => {
    const { exports, thread } = await withMessages(3);
    const created = await exports.create('messages');
    expect(created).toEqual({
      id: expect.stringMatching(/^export_/),
      organizationId: exports.org.id,
      dataType: 'messages',
      format: 'CSV',
      status: 'PENDING',
      downloadUrl: null,
      fileSize: null,
      recordCount: null,
      completedAt: null,
      expiresAt: null,
      createdAt: expect.any(String),
      sha256: null,
      truncated: false,
      error: null,
      filters: { dateFrom: null, dateTo: null, service: null },
      csv: { bom: false, delimiter: ',', timezone: 'UTC' },
      cutTexts: null,
    });
    const done = await exports.finished(created.id);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      recordCount: 3,
      truncated: false,
      error: null,
    });
    const kept = Date.parse(done.expiresAt!) - Date.parse(done.completedAt!);
    expect(kept).toBe(30 * 86_400_000);
    const rows = csv(await exports.file(done));
    expect(rows.map((row) => [row['threadId'], row['sequence'], row['content']])).toEqual([
      [thread, '1', 'Message 0'],
      [thread, '2', 'Message 1'],
      [thread, '3', 'Message 2'],
    ]);
    expect((await filesIn(folder)).filter((name) => name.startsWith(done.id))).toEqual([
      `${done.id}.1.csv`,
    ]);
    const events = await app.db.pool.query(
      'SELECT body FROM events WHERE org_id = $1 AND type = $2',
      [exports.org.id, 'export.completed'],
    );
    expect(events.rows.map(({ body }) => JSON.parse(body).data)).toEqual([
      {
        exportId: done.id,
        dataType: 'messages',
        format: 'CSV',
        recordCount: 3,
        fileSize: done.fileSize,
        truncated: false,
      },
    ]);
  });

  test('as JSON is an array of objects with typed members; decimals are texts', async () => {
    const { exports, thread } = await withMessages(2);
    const rows = JSON.parse((await exports.export('messages', 'JSON')).toString('utf8'));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      id: expect.stringMatching(/^message_/),
      threadId: thread,
      channel: 'support',
      entityId: expect.any(String),
      sequence: 1,
      participantExternalId: 'ada',
      participantRole: 'customer',
      type: 'TEXT',
      content: 'Message 0',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      editedAt: null,
      deletedAt: null,
    });
    const biller = new Biller(app, exports.org);
    // More digits than a double can hold.
    for (const quantity of ['999999999999.999999', '999999999999.1'])
      await biller.use('2026-04-02', 'messages', quantity);
    await biller.use('2026-04-03', 'messages', 2);
    const filters = { dateFrom: '2026-04-02', dateTo: '2026-04-03', service: 'email' };
    const usage = (await exports.export('usage', 'JSON', filters)).toString();
    expect(usage).toBe(
      '[{"day":"2026-04-02","service":"email","metric":"messages","quantity":"1999999999999.099999"}]\n',
    );
  });

  // contract: exports/list-cancel
  test('is listed, newest first, for its own organization only', async () => {
    const exports = new ExportClient(app, await app.org());
    const [first, second] = [await exports.create('webhooks'), await exports.create('webhooks')];
    const { body } = await app.call('GET', '/api/v1/exports', { key: exports.org.key });
    expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(body.data.total).toBe(2);
    const foreign = await app.org();
    expect((await app.call('GET', '/api/v1/exports', foreign)).body.data.items).toEqual([]);
  });

  // contract: POST /exports
  test('is found by its data type, status and time', async () => {
    const { exports } = await withMessages(1);
    const first = await exports.finished((await exports.create('messages')).id);
    const second = await exports.finished((await exports.create('usage')).id);
    const idsOf = async (query: string) => {
      const answer = await app.call('GET', `/api/v1/exports?${query}`, { key: exports.org.key });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.items.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf('dataType=usage')).toEqual([second.id]);
    expect(await idsOf('status=COMPLETED')).toEqual([second.id, first.id]);
    expect(await idsOf('status=FAILED')).toEqual([]);
    expect(await idsOf(`from=${second.createdAt}`)).toEqual([second.id]);
    expect(await idsOf(`to=${second.createdAt}`)).toEqual([first.id]);
  });

  test('with contradictory filters is rejected, and the error names each of them', async () => {
    const { key } = await app.org();
    const refused = async (filters: unknown): Promise<string[]> => {
      const body = { dataType: 'messages', filters };
      const answer = await app.call('POST', '/api/v1/exports', { key, body });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
      return answer.body.error.details.map(({ path }: { path: string }) => path);
    };
    expect(await refused({ dateFrom: 'yesterday' })).toEqual(['filters.dateFrom']);
    expect(await refused({ dateFrom: '2026-02-30' })).toEqual(['filters.dateFrom']);
    const [early, late] = ['2026-03-01T00:00:00Z', '2026-03-01T01:00:00+01:00'];
    expect(await refused({ dateFrom: early, dateTo: late })).toEqual(['filters.dateTo']);
    expect(await refused({ service: '' })).toEqual(['filters.service']);
    expect(await refused({ since: early })).toEqual(['filters.since']);
    expect(await refused({ after: 'export_x' })).toEqual(['filters.after']);
  });
});

// contract: limits/exports-100-requests
test('by default, 100 requests and 10,000 reads an hour are allowed, with separate counters', async () => {
  expect(rateLimits('on')).toMatchObject({
    exports: { points: 100, windowSeconds: 3600 },
    'exports-read': { points: 10_000, windowSeconds: 3600 },
  });
  const limited = await startTestApp({
    role: 'api',
    rateLimits: rateLimits('exports=1,exports-read=3'),
  });
  const { key } = await limited.org();
  const create = () =>
    limited.call('POST', '/api/v1/exports', { key, body: { dataType: 'messages' } });
  const { id } = (await create()).body.data;
  expect((await create()).status).toBe(429);
  const statuses = [];
  for (let i = 0; i < 4; i += 1)
    statuses.push((await limited.call('GET', `/api/v1/exports/${id}`, { key })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await limited.stop();
});

describe('settings of an organization', () => {
  async function withSettings(change: object): Promise<ExportClient> {
    const org = await app.org();
    const answer = await app.call(
      'PATCH',
      `/api/v1/admin/organizations/${org.id}/export-settings`,
      {
        key: await app.platformKey(),
        body: change,
      },
    );
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject(change);
    return new ExportClient(app, org);
  }
  const ask = (exports: ExportClient, body: object) =>
    app.call('POST', '/api/v1/exports', { key: exports.org.key, body });

  // contract: exports/allowedformats-maxrowsperexport-retentiondays
  test('that disable exports make the service return 403 SERVICE_DISABLED', async () => {
    const answer = await ask(await withSettings({ enabled: false }), { dataType: 'messages' });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'SERVICE_DISABLED']);
  });

  // contract: exports/allowedformats-maxrowsperexport-retentiondays
  test('that exclude a format make the service return 400', async () => {
    const exports = await withSettings({ allowedFormats: ['json'] });
    for (const body of [{ dataType: 'messages' }, { dataType: 'messages', format: 'CSV' }]) {
      const answer = await ask(exports, body);
      expect([answer.status, answer.body.error.details]).toEqual([
        400,
        [{ path: 'format', message: 'is not allowed for the organization, which may use JSON' }],
      ]);
    }
    expect((await ask(exports, { dataType: 'messages', format: 'JSON' })).status).toBe(201);
  });

  // contract: limits/rows-per-export, exports/allowedformats-maxrowsperexport-retentiondays
  test('that limit rows split a longer export into several files with each row in one of them, even rows with equal times', async () => {
    const { exports } = await withMessages(7);
    const change = { maxRowsPerExport: 3, retentionDays: 2 };
    await app.call('PATCH', `/api/v1/admin/organizations/${exports.org.id}/export-settings`, {
      key: await app.platformKey(),
      body: change,
    });
    // These times are finer than the times in files, and some of them are equal.
    await app.db.pool.query(
      `UPDATE messages SET created_at = (timestamp '2026-03-01' + (7 - sequence) / 4 * interval '3 microseconds') AT TIME ZONE 'UTC'
       WHERE org_id = $1`,
      [exports.org.id],
    );
    const found: (string | undefined)[][] = [];
    let done = await exports.finished((await exports.create('messages')).id);
    expect(Date.parse(done.expiresAt!) - Date.parse(done.completedAt!)).toBe(2 * 86_400_000);
    for (let files = 0; files < 5; files += 1) {
      expect(done.recordCount).toBeLessThanOrEqual(3);
      found.push(csv(await exports.file(done)).map((row) => row['sequence']));
      if (!done.truncated) break;
      const next = await exports.create('messages', 'CSV', { after: done.id });
      done = await exports.finished(next.id);
    }
    expect(found).toEqual([['4', '5', '6'], ['7', '1', '2'], ['3']]);
    const refused = async (key: string, dataType: string, after: string) => {
      const body = { dataType, filters: { after } };
      const answer = await app.call('POST', '/api/v1/exports', { key, body });
      return [answer.status, answer.body.error?.details?.[0]];
    };
    const problem = (message: string) => [400, { path: 'filters.after', message }];
    const { key } = exports.org;
    const first = (await app.call('GET', '/api/v1/exports?page=3&limit=1', { key })).body.data;
    const { id } = first.items[0];
    expect(await refused(key, 'messages', done.id)).toEqual(problem('is not a truncated export'));
    expect(await refused(key, 'usage', id)).toEqual(problem('is an export of another data type'));
    for (const [of, other] of [
      [(await app.org()).key, id],
      [key, 'export_01kf3w8k2m4p6r8t0v2x4z6b8d'],
    ])
      expect(await refused(of, 'messages', other)).toEqual(problem('is not an export'));
  });

  // contract: limits/rows-per-export
  test('have defaults until they are changed, and only the given fields change', async () => {
    const { id } = await app.org();
    const path = `/api/v1/admin/organizations/${id}/export-settings`;
    const key = await app.platformKey();
    const defaults = {
      organizationId: id,
      enabled: true,
      allowedFormats: ['csv', 'json'],
      maxRowsPerExport: 100_000,
      retentionDays: 30,
    };
    expect((await app.call('GET', path, { key })).body.data).toEqual(defaults);
    await app.call('PATCH', path, { key, body: { retentionDays: 7 } });
    const { body } = await app.call('PATCH', path, { key, body: { maxRowsPerExport: 5 } });
    expect(body.data).toEqual({ ...defaults, retentionDays: 7, maxRowsPerExport: 5 });
    const refused = await app.call('PATCH', path, {
      key,
      body: { retentionDays: 0, maxRowsPerExport: 10_000_001 },
    });
    expect(refused.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
      'maxRowsPerExport',
      'retentionDays',
    ]);
  });
});
