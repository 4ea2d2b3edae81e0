import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  ExportClient,
  exportFolder,
  filesIn,
  type Filters,
} from '../../../test/support/export-client.ts';
import { Biller, sheetFrom } from '../../../test/support/billing.ts';
import { rateLimits } from '../../config-values.ts';
import { runInvoices } from '../invoices/run.ts';
import { rollUp } from '../usage/index.ts';
import { ThreadClient } from '../../../test/support/thread-client.ts';

let app: TestApp;
let folder: Awaited<ReturnType<typeof exportFolder>>;
beforeAll(async () => {
  folder = await exportFolder();
  app = await startTestApp({ rateLimits: undefined, exportFolder: folder.path });
});
afterAll(async () => {
  await app.stop();
  await folder.remove();
});

const csv = (bytes: Buffer): Record<string, string>[] =>
  parse(bytes, { columns: true, bom: false, record_delimiter: '\r\n' });

/** An organization with messages in two channels. */
async function withMessages(
  count: number,
): Promise<{ exports: ExportClient; threads: ThreadClient; thread: string }> {
  const threads = await ThreadClient.of(app);
  const thread = await threads.thread(['customer:ada', 'agent:ben']);
  for (let i = 0; i < count; i += 1) await threads.send(thread, 'customer:ada', `Message ${i}`);
  return { exports: new ExportClient(app, threads.org), threads, thread };
}

describe('an export', () => {
  test('is PENDING at first, then COMPLETED with everything that its record promises', async () => {
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
    expect((await filesIn(folder.path)).filter((name) => name.startsWith(done.id))).toEqual([
      `${done.id}.1.csv`,
    ]);
  });

  test('as JSON is an array of objects with typed members', async () => {
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
  });

  test('tells of its end by an event', async () => {
    const { exports } = await withMessages(1);
    const { id } = await exports.create('messages');
    const done = await exports.finished(id);
    const { rows } = await app.db.pool.query(
      'SELECT body FROM events WHERE org_id = $1 AND type = $2',
      [exports.org.id, 'export.completed'],
    );
    expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([
      {
        exportId: id,
        dataType: 'messages',
        format: 'CSV',
        recordCount: 1,
        fileSize: done.fileSize,
        truncated: false,
      },
    ]);
  });

  test('of an organization without data has a header and nothing else', async () => {
    const exports = new ExportClient(app, await app.org());
    expect((await exports.export('messages', 'JSON')).toString()).toBe('[]\n');
    expect((await exports.export('webhooks')).toString()).toMatch(/^id,webhookId,[A-Za-z,]+\r\n$/);
  });

  test('is listed, newest first, for its own organization only', async () => {
    const exports = new ExportClient(app, await app.org());
    const [first, second] = [await exports.create('webhooks'), await exports.create('webhooks')];
    for (const { id } of [first, second]) await exports.finished(id);
    const { body } = await app.call('GET', '/api/v1/exports', { key: exports.org.key });
    expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(body.data.total).toBe(2);
    const foreign = await app.org();
    expect((await app.call('GET', '/api/v1/exports', foreign)).body.data.items).toEqual([]);
  });
});

describe('a range and a service', () => {
  /** The same messages, at the same times, in three organizations; the middle one is asked. */
  async function neighbours() {
    const orgs = [await withMessages(5), await withMessages(5), await withMessages(5)] as const;
    const times = [0, 1, 2, 3, 4].map((hour) => `2026-03-01T0${hour}:00:00.000Z`);
    await app.db.pool.query(
      `UPDATE messages SET created_at = $2::timestamptz + (sequence - 1) * interval '1 hour' WHERE org_id = ANY ($1)`,
      [orgs.map(({ exports }) => exports.org.id), times[0]],
    );
    return { ...orgs[1], times };
  }
  const contents = async (exports: ExportClient, filters: Filters) =>
    csv(await exports.export('messages', 'CSV', filters)).map((row) => row['content']);

  test('a range holds its beginning and not its end, and never a neighbour', async () => {
    const { exports, times } = await neighbours();
    const [, from, , to] = times as [string, string, string, string];
    expect(await contents(exports, { dateFrom: from, dateTo: to })).toEqual([
      'Message 1',
      'Message 2',
    ]);
    expect(await contents(exports, { dateFrom: to })).toEqual(['Message 3', 'Message 4']);
    expect(await contents(exports, { dateTo: from })).toEqual(['Message 0']);
  });

  test('service selects a channel of messages', async () => {
    const { exports, threads } = await withMessages(1);
    const body = { slug: 'email', displayName: 'E-mail', entityType: 'order' };
    await threads.ask(201, 'POST', '/channels', { body });
    const { id } = await threads.ask(201, 'POST', '/threads', {
      body: {
        channel: 'email',
        entityId: 'o-2',
        participants: [{ externalId: 'ada', role: 'customer' }],
      },
    });
    await threads.send(id, 'customer:ada', 'By mail');
    expect(await contents(exports, { service: 'email' })).toEqual(['By mail']);
    expect(await contents(exports, { service: 'support' })).toEqual(['Message 0']);
    expect(await contents(exports, { service: "x' OR '1'='1" })).toEqual([]);
  });

  test('service selects the first word of the type of delivered events', async () => {
    const orgs = [await app.org(), await app.org()];
    for (const { key } of orgs) {
      const body = {
        name: 'All',
        url: 'https://hooks.example.com/x',
        events: ['email.*', 'emails.*', 'sms.*'],
      };
      await app.call('POST', '/api/v1/webhooks', { key, body });
      for (const type of ['email.sent', 'email.failed', 'emails.sent', 'sms.sent'])
        await app.call('POST', '/api/v1/events', { key, body: { type, data: {} } });
    }
    const exports = new ExportClient(app, orgs[1]!);
    const rows = csv(await exports.export('webhooks', 'CSV', { service: 'email' }));
    expect(rows.map((row) => row['eventType'])).toEqual(['email.sent', 'email.failed']);
    expect(csv(await exports.export('webhooks'))).toHaveLength(4);
    const all = await app.call('GET', '/api/v1/webhooks', { key: orgs[1]!.key });
    expect(new Set(rows.map((row) => row['webhookId']))).toEqual(
      new Set([all.body.data.webhooks[0].id]),
    );
  });

  test('usage and invoices are those of the organization, in the range', async () => {
    const billers = [await Biller.of(app), await Biller.of(app), await Biller.of(app)] as const;
    for (const [n, biller] of billers.entries())
      for (const day of ['2026-04-01', '2026-04-02']) await biller.use(day, 'messages', n + 1);
    await rollUp(app.db);
    await runInvoices(app.db, sheetFrom('2026-01-01'), '2026-04-01', { once: true });
    const exports = new ExportClient(app, billers[1].org);
    const filters = { dateFrom: '2026-04-02', dateTo: '2026-04-03', service: 'email' };
    const usage = await exports.export('usage', 'JSON', filters);
    expect(JSON.parse(usage.toString())).toEqual([
      { day: '2026-04-02', service: 'email', metric: 'messages', quantity: 2 },
    ]);
    const lines = csv(await exports.export('invoices', 'CSV', { service: 'email' }));
    expect(lines).toEqual([
      expect.objectContaining({
        month: '2026-04',
        service: 'email',
        metric: 'messages',
        quantity: '4',
      }),
    ]);
  });

  test('filters that cannot be meant are refused, each by name', async () => {
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
  });
});

test('100 requests an hour by default', () => {
  expect(rateLimits('on')!['exports']).toEqual({ points: 100, windowSeconds: 3600 });
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

  test('disabled exports answer 403 SERVICE_DISABLED', async () => {
    const answer = await ask(await withSettings({ enabled: false }), { dataType: 'messages' });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'SERVICE_DISABLED']);
  });

  test('a format that is not allowed answers 400', async () => {
    const exports = await withSettings({ allowedFormats: ['json'] });
    for (const body of [{ dataType: 'messages' }, { dataType: 'messages', format: 'CSV' }]) {
      const answer = await ask(exports, body);
      expect([answer.status, answer.body.error.details]).toEqual([
        400,
        [{ path: 'format', message: 'is not allowed for the organization: JSON' }],
      ]);
    }
    expect((await ask(exports, { dataType: 'messages', format: 'JSON' })).status).toBe(201);
  });

  test('of more rows than allowed the file holds the first ones, and the record says so', async () => {
    const { exports } = await withMessages(4);
    const change = { maxRowsPerExport: 3, retentionDays: 2 };
    await app.call('PATCH', `/api/v1/admin/organizations/${exports.org.id}/export-settings`, {
      key: await app.platformKey(),
      body: change,
    });
    const done = await exports.finished((await exports.create('messages')).id);
    expect(done).toMatchObject({ recordCount: 3, truncated: true });
    expect(csv(await exports.file(done)).map((row) => row['sequence'])).toEqual(['1', '2', '3']);
    expect(Date.parse(done.expiresAt!) - Date.parse(done.completedAt!)).toBe(2 * 86_400_000);
    const exact = await exports.create('messages', 'JSON', { dateTo: '2000-01-01' });
    expect(await exports.finished(exact.id)).toMatchObject({ recordCount: 0, truncated: false });
  });

  test('are the defaults until they are changed, and only what is named changes', async () => {
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
