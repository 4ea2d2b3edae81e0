import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { ExportClient, exportFolder, filesIn } from '../../../test/support/export-client.ts';
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
});
