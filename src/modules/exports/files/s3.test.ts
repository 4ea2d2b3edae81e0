import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import { ExportClient } from '../../../../test/support/export-client.ts';
import { eventually } from '../../../../test/support/process.ts';
import {
  BUCKET,
  CREDENTIALS,
  s3Servers,
  type S3Server,
} from '../../../../test/support/s3-gateway.ts';
import { startFakeS3, type FakeS3 } from '../../../../test/support/s3-server.ts';
import { keyText, StorageError, type StoreLocation } from './files.ts';
import type { FileKey } from '../schemas.ts';
import { createObject, s3Store } from './s3.ts';

Object.assign(process.env, CREDENTIALS);

let serial = 0;
function freshKey(): FileKey {
  return {
    orgId: 'org_1',
    exportId: `export_${++serial}`,
    attempt: 1,
    format: 'CSV',
  };
}

describe.each(s3Servers('exports'))('%s', (_, start) => {
  let server: S3Server;
  let location: Extract<StoreLocation, { kind: 's3' }>;
  beforeAll(async () => {
    server = await start();
    location = { kind: 's3', bucket: BUCKET, prefix: 'oriki/one/', endpoint: server.endpoint };
  });
  afterAll(() => server.close());

  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const batch of s3Store(location).list()) found.push(...batch.map(keyText));
    return found;
  };
  const fetched = async (key: FileKey, headers = {}) => {
    const request = {
      method: 'GET',
      name: 'a b.csv',
      contentType: 'text/csv; charset=utf-8',
      seconds: 7,
    } as const;
    const download = await s3Store(location).open(key, request);
    if (download?.kind !== 'redirect') return undefined;
    expect(new URL(download.url).searchParams.get('X-Amz-Expires')).toBe('7');
    const response = await fetch(download.url, { headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test('a file of several parts is read back whole, at an address that needs no key', async () => {
    const key = freshKey();
    const content = randomBytes(17 * 2 ** 20);
    const writer = await createObject(location, key);
    const block = Buffer.alloc(2 ** 20);
    for (let at = 0; at < content.length; at += block.length) {
      content.copy(block, 0, at);
      await writer.write(block);
    }
    expect(await fetched(key)).toBeUndefined();
    await writer.finish();
    const { response, bytes } = (await fetched(key))!;
    expect([response.status, bytes.equals(content)]).toEqual([200, true]);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a b.csv"');
    await s3Store(location).remove(key);
    expect(await fetched(key)).toBeUndefined();
  });

  test('a file that is discarded before or after it was finished leaves nothing', async () => {
    for (const bytes of [1, 20 * 2 ** 20])
      for (const isFinished of [false, true]) {
        const writer = await createObject(location, freshKey());
        await writer.write(Buffer.alloc(bytes));
        if (isFinished) await writer.finish();
        await writer.discard();
      }
    expect(await keys()).toEqual([]);
  });

  test('files left by a dead process, finished or not, are listed and can be deleted', async () => {
    const [unfinished, finished] = [freshKey(), freshKey()];
    await (await createObject(location, unfinished)).write(Buffer.alloc(9 * 2 ** 20));
    const writer = await createObject(location, finished);
    await writer.write(Buffer.from('x'));
    await writer.finish();
    const elsewhere = { ...location, prefix: 'oriki/two/' };
    await (await createObject(elsewhere, freshKey())).finish().catch(() => {});
    const left = [unfinished, finished].map(keyText).toSorted();
    await expect.poll(async () => (await keys()).toSorted()).toEqual(left);
    for (const key of [unfinished, finished]) await s3Store(location).remove(key);
    expect(await keys()).toEqual([]);
  });

  test('an export is stored in the bucket, even if the bucket is unavailable for a while, and its address leads to the bucket', async () => {
    const app = await startTestApp({
      rateLimits: undefined,
      exportBucket: BUCKET,
      exportBucketEndpoint: server.endpoint,
    });
    try {
      const exports = new ExportClient(app, await app.org());
      const done = await exports.finished((await exports.create('webhooks', 'JSON')).id);
      expect((await exports.file(done)).toString()).toBe('[]\n');
      const first = await fetch(done.downloadUrl!, { redirect: 'manual' });
      expect([first.status, first.headers.get('cache-control')]).toEqual([
        302,
        'private, no-store',
      ]);
      const head = await fetch(done.downloadUrl!, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '3']);

      if (!('refuse' in server)) return;
      const fake = server as FakeS3;
      const rowOf = async (id: string) =>
        (await app.db.pool.query('SELECT * FROM exports WHERE id = $1', [id])).rows[0];
      fake.refuse = { method: 'PUT', status: 501, code: 'NotImplemented' };
      const { id: next } = await exports.create('webhooks');
      await eventually(async () => (await rowOf(next)).waits > 0);
      expect(await rowOf(next)).toMatchObject({
        status: 'PENDING',
        lost_attempts: 0,
        error: null,
      });
      fake.refuse = undefined;
      expect((await exports.finished(next)).status).toBe('COMPLETED');
      fake.refuse = { method: 'PUT', status: 501, code: 'NotImplemented' };
      const { id: last } = await exports.create('webhooks');
      await app.db.pool.query('UPDATE exports SET waits = 100 WHERE id = $1', [last]);
      expect(await exports.finished(last)).toMatchObject({
        status: 'FAILED',
        error: 'the file store does not answer',
      });

      fake.refuse = { method: 'HEAD', status: 501, code: 'NotImplemented' };
      const unknown = await fetch(done.downloadUrl!, { redirect: 'manual' });
      expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '30']);
      fake.refuse = undefined;
      fake.objects.clear();
      expect((await fetch(done.downloadUrl!, { redirect: 'manual' })).status).toBe(410);
    } finally {
      await app.stop();
    }
  });
});

test('an error of the store states whether a later attempt may succeed', async () => {
  const server: FakeS3 = await startFakeS3(BUCKET);
  const location = { kind: 's3', bucket: BUCKET, prefix: '', endpoint: server.endpoint } as const;
  const refused = async (status: number, code: string): Promise<StorageError> => {
    server.refuse = { method: 'PUT', status, code };
    const writer = await createObject(location, freshKey());
    return writer.finish().then(
      () => expect.unreachable(),
      (error: StorageError) => error,
    );
  };
  try {
    expect(await refused(403, 'AccessDenied')).toMatchObject({
      message: 'the file store cannot be written',
      transient: false,
    });
    expect(await refused(403, 'ExpiredToken')).toMatchObject({ transient: true });
    expect(await refused(404, 'NoSuchUpload')).toMatchObject({ transient: true });
    expect(await refused(507, 'XMinioStorageFull')).toMatchObject({
      message: 'the file store is full',
      transient: false,
    });
    expect(await refused(501, 'NotImplemented')).toMatchObject({
      message: 'the file store does not answer',
      transient: true,
    });
  } finally {
    await server.close();
  }
});
