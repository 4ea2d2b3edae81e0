/**
 * The file system of the embedded PostgreSQL is full, including its log: PostgreSQL stops, and continues once there
 * is space.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { cleanUp, embeddedClient, eventually, service } from '../support/process.ts';
import { fill, mountSmall, unmount } from '../support/small-disk.ts';

const place = mountSmall('300m');

test.skipIf(!place)(
  'the service survives a full disk for the database log, and recovers once there is space',
  async () => {
    try {
      chmodSync(place!, 0o755);
      const dataDir = join(place!, 'data');
      const alone = await service({ ORIKI_DATA_DIR: dataDir, ORIKI_LOG_LEVEL: 'info' }).ready();
      const send = (method: string, path: string, body?: object) =>
        call(alone.url, method, path, { key: alone.demoKey, ...(body ? { body } : {}) });
      const body = { source: 'full', name: 'Full', kind: 'tenant_blocklist' };
      const list = `/api/v1/fraud/lists/${(await send('POST', '/api/v1/fraud/lists', body)).body.data.id}`;
      const add = () => send('POST', `${list}/entries`, { entries: [{ name: `Ada ${kept}` }] });
      let kept = 0;
      for (; kept < 10; kept += 1) expect((await add()).status).toBe(201);

      const client = await embeddedClient(dataDir);
      fill(place!);
      // PostgreSQL cannot continue if it cannot write its log.
      const write = `SELECT pg_logical_emit_message(true, 'x', repeat('x', 8000000))`;
      await expect(
        (async () => {
          for (let i = 0; i < 40; i += 1) await client.query(write);
        })(),
      ).rejects.toThrow();
      await client.end().catch(() => {});
      await eventually(async () => (await call(alone.url, 'GET', '/readyz')).status === 503);
      for (const [method, answer] of [
        ['GET', await send('GET', list)],
        ['POST', await add()],
      ] as const) {
        expect([method, answer.status]).toEqual([method, 503]);
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      expect((await call(alone.url, 'GET', '/livez')).status).toBe(200);

      rmSync(join(place!, 'ballast'));
      await eventually(async () => (await add()).status === 201, 30_000);
      kept += 1;
      expect((await send('GET', list)).body.data.entryCount).toBe(kept);
      expect(await alone.stop()).toEqual({ code: 0, signal: null });
    } finally {
      await cleanUp();
      unmount(place!, true);
    }
  },
);
