import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { TEST_SECRET } from '../../../../test/support/app.ts';
import { ExportClient, filesIn, exportApp } from '../../../../test/support/export-client.ts';
import { eventually } from '../../../../test/support/process.ts';
import type { Database } from '../../../platform/db/database.ts';
import { openStores } from '../files/open-store.ts';
import type { Stores } from '../files/files.ts';
import type { Export } from '../schemas.ts';
import { sweepExpired, sweepOrphans } from '../sweep/sweep.ts';
import { ExportUrls } from './urls.ts';

const { app, folder } = exportApp();
let exports: ExportClient;
let done: Export;
let file: Buffer;
beforeAll(async () => {
  exports = new ExportClient(app, await app.org());
  done = await exports.finished((await exports.create('webhooks')).id);
  file = await exports.file(done);
});

function get(headers: Record<string, string> = {}, method = 'GET', url = done.downloadUrl!) {
  return fetch(url, { method, headers, redirect: 'manual' });
}
async function text(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}
async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
}
/** Returns the address with one changed parameter. */
function changed(name: string, value: string): string {
  const url = new URL(done.downloadUrl!);
  url.searchParams.set(name, value);
  return url.href;
}

describe('a download', () => {
  // contract: exports/download-urls-signed
  test('needs no key, and must not be cached', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(file.length),
      'content-disposition': `attachment; filename="webhooks-${done.createdAt.slice(0, 10)}-${done.id}.csv"`,
      'accept-ranges': 'bytes',
      etag: `"${done.sha256}"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(await text(response)).toBe(file.toString());
  });

  test('answers HEAD with the same headers and without the file', async () => {
    const response = await get({ range: 'bytes=0-1' }, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([
      200,
      String(file.length),
    ]);
    expect(response.headers.get('etag')).toBe(`"${done.sha256}"`);
    expect(await text(response)).toBe('');
  });

  test.each([
    ['bytes=0-4', 0, 5],
    ['bytes=3-', 3, undefined],
    ['bytes=-4', -4, undefined],
    ['bytes=2-99999999', 2, undefined],
    ['bytes=0-0', 0, 1],
  ])('answers one range of bytes with 206: %s', async (range, start, end) => {
    const response = await get({ range });
    const part = file.subarray(start, end);
    expect(response.status).toBe(206);
    const first = start < 0 ? file.length + start : start;
    expect(response.headers.get('content-range')).toBe(
      `bytes ${first}-${first + part.length - 1}/${file.length}`,
    );
    expect(await text(response)).toBe(part.toString());
  });

  test.each(['bytes=0-1,3-4', 'bytes=5-2', 'rows=0-1', 'bytes=', 'bytes=a-b'])(
    'answers with the whole file if the header is not one range of bytes: %s',
    async (range) => {
      const response = await get({ range });
      expect(response.status).toBe(200);
      expect(await text(response)).toBe(file.toString());
    },
  );

  test('answers a range beyond the end with 416 and the length of the file', async () => {
    for (const range of [`bytes=${file.length}-`, 'bytes=-0']) {
      const response = await get({ range });
      expect(response.headers.get('content-range')).toBe(`bytes */${file.length}`);
      expect(await codeOf(response)).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
    }
  });

  test('with If-Range returns the rest of the same file, or all of a new one', async () => {
    const range = 'bytes=1-2';
    expect((await get({ range, 'if-range': `"${done.sha256}"` })).status).toBe(206);
    for (const other of ['"other"', `W/"${done.sha256}"`, 'Sun, 22 Nov 2026 00:00:00 GMT'])
      expect((await get({ range, 'if-range': other })).status).toBe(200);
  });

  test.each([
    ['if-none-match', (tag: string) => tag, 304],
    ['if-none-match', (tag: string) => `"x", W/${tag}`, 304],
    ['if-none-match', () => '*', 304],
    ['if-none-match', () => '"x"', 200],
    ['if-match', (tag: string) => `"x",${tag}`, 200],
    ['if-match', () => '*', 200],
    ['if-match', () => '"x"', 412],
    ['if-match', (tag: string) => `W/${tag}`, 412],
  ])('with %s is compared with the file (RFC 9110 section 13)', async (name, value, status) => {
    const tag = `"${done.sha256}"`;
    for (const method of ['GET', 'HEAD']) {
      const response = await get({ [name]: value(tag), range: 'bytes=0-1' }, method);
      expect(response.status).toBe(status === 200 && method === 'GET' ? 206 : status);
      expect([response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([
        tag,
        'private, no-store',
      ]);
      const body = await text(response);
      if (status === 304) expect(body).toBe('');
      if (status === 412 && method === 'GET')
        expect(JSON.parse(body).error.code).toBe('PRECONDITION_FAILED');
    }
  });
});

describe('a signature', () => {
  // contract: exports/download-urls-signed
  test('is valid for one file: a changed signature, or one of another export, returns 403', async () => {
    const other = await exports.finished((await exports.create('webhooks', 'JSON')).id);
    const { org, sig } = Object.fromEntries(new URL(done.downloadUrl!).searchParams);
    const foreign = await app.org();
    for (const url of [
      done.downloadUrl!.replace(done.id, other.id),
      changed('org', foreign.id),
      changed('exp', '99999999999'),
      changed('kid', '2'),
      changed('sig', `${sig!.startsWith('A') ? 'B' : 'A'}${sig!.slice(1)}`),
      changed('sig', sig!.slice(1)),
      // The same bytes in another encoding.
      ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
        .filter((last) => last !== sig!.at(-1))
        .map((last) => changed('sig', sig!.slice(0, -1) + last)),
      `${done.downloadUrl!}&org=${org}`,
      done.downloadUrl!.split('?')[0]!,
      `${app.url}/api/downloads/nothing?org=x&exp=x&kid=x&sig=x`,
    ])
      expect(await codeOf(await get({}, 'GET', url)), url).toEqual([403, 'FORBIDDEN']);
    expect((await get({}, 'GET', changed('sig', sig!))).status).toBe(200);
  });

  test('is valid while its key is listed, even if another key is current', async () => {
    const at = {
      orgId: exports.org.id,
      exportId: done.id,
      expiresAt: new Date(Date.now() + 60_000),
    };
    const query = (urls: ExportUrls) =>
      Object.fromEntries(new URL(urls.sign(at), app.url).searchParams);
    const [first, second] = [
      new ExportUrls(TEST_SECRET, ['1']),
      new ExportUrls(TEST_SECRET, ['2']),
    ];
    const rotating = new ExportUrls(TEST_SECRET, ['2', '1']);
    expect(query(rotating)['kid']).toBe('2');
    expect(rotating.check(done.id, query(first))).toBe('valid');
    expect(rotating.check(done.id, query(second))).toBe('valid');
    expect(second.check(done.id, query(first))).toBe('invalid');
    expect((await get({}, 'GET', app.url + first.sign(at))).status).toBe(200);
    expect(await codeOf(await get({}, 'GET', app.url + second.sign(at)))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });

  test('returns 410 after its end, even while the file exists', async () => {
    const at = { orgId: exports.org.id, exportId: done.id, expiresAt: new Date(Date.now() - 1000) };
    const url = app.url + new ExportUrls(TEST_SECRET, ['1']).sign(at);
    expect(await codeOf(await get({}, 'GET', url))).toEqual([410, 'GONE']);
  });

  test('for a file that has changed returns 410, without other effects', async () => {
    const { id } = await exports.create('webhooks');
    const { downloadUrl } = await exports.finished(id);
    const path = (await readdir(folder, { recursive: true })).find((name) => name.includes(id))!;
    for (const length of [0, 10]) {
      await truncate(join(folder, path), length);
      expect(await codeOf(await get({}, 'GET', downloadUrl!))).toEqual([410, 'GONE']);
    }
    expect((await get()).status).toBe(200);
  });

  test('is in no log line; each line contains the organization of the signed address', async () => {
    const forged = app.logs.length;
    await get({}, 'GET', done.downloadUrl!.replace('sig=', 'sig=A'));
    const signed = app.logs.length;
    await get();
    const lines = (from: number, to?: number) =>
      app.logs.slice(from, to).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines(forged, signed)).toMatchObject([{ operation: 'downloadExport', status: 403 }]);
    expect(lines(forged, signed)[0]).not.toHaveProperty('orgId');
    const { id: orgId } = exports.org;
    expect(lines(signed)).toMatchObject([{ operation: 'downloadExport', status: 200, orgId }]);
    expect(app.logs.join('\n')).not.toContain(new URL(done.downloadUrl!).searchParams.get('sig'));
  });
});

describe('the end of a file', () => {
  let db: Database;
  beforeAll(async () => {
    db = await app.dbOf(exports.org.id);
    // Takes the worker's job, which is free after a run, so that only the tests delete files.
    const held = `UPDATE jobs SET holder = 'test', leased_until = now() + interval '1 day'
      WHERE name LIKE 'export-expiry%' AND last_run_at IS NOT NULL AND leased_until <= now()`;
    await eventually(async () => (await app.db.pool.query(held)).rowCount! > 0);
  });
  const store = () =>
    openStores(app.db.read, {
      folder: folder,
      bucket: undefined,
      bucketPrefix: '',
      bucketEndpoint: undefined,
    });
  type Remove = Stores['current']['remove'];
  const removing = ({ current }: Stores, remove: Remove): Stores => ({
    current,
    at: () => ({ ...current, remove }),
  });
  const mine = async (id: string) => (await filesIn(folder)).filter((name) => name.startsWith(id));
  const overdue = (id: string) =>
    app.db.pool.query("UPDATE exports SET expires_at = now() - interval '1 s' WHERE id = $1", [id]);

  // contract: exports/download-urls-signed
  test('makes downloads return 410 immediately, then deletes the file, and keeps the record', async () => {
    const { id } = await exports.create('webhooks');
    const { downloadUrl } = await exports.finished(id);
    await overdue(id);
    expect(await codeOf(await get({}, 'GET', downloadUrl!))).toEqual([410, 'GONE']);
    expect(await mine(id)).toHaveLength(1);
    await sweepExpired(db, await store());
    expect(await mine(id)).toEqual([]);
    expect(await codeOf(await get({}, 'GET', downloadUrl!))).toEqual([410, 'GONE']);
    expect(await exports.get(id)).toMatchObject({
      status: 'COMPLETED',
      downloadUrl: null,
      recordCount: 0,
    });
  });

  test('is completed even if the process died after recording it, or after deleting the file', async () => {
    const { id } = await exports.create('webhooks');
    await exports.finished(id);
    await overdue(id);
    const files = await store();
    await expect(
      sweepExpired(
        db,
        removing(files, () => Promise.reject(new Error('killed'))),
      ),
    ).rejects.toThrow('1 files could not be deleted');
    expect(await mine(id)).toHaveLength(1);
    await sweepExpired(db, files);
    expect(await mine(id)).toEqual([]);
    await app.db.pool.query('UPDATE exports SET removed_at = NULL WHERE id = $1', [id]);
    await sweepExpired(db, files);
    const { rows } = await app.db.pool.query('SELECT removed_at FROM exports WHERE id = $1', [id]);
    expect(rows[0].removed_at).not.toBeNull();
  });

  test('does not block others if a file cannot be deleted', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await exports.create('webhooks')).id);
    for (const id of ids) await exports.finished(id).then(() => overdue(id));
    const files = await store();
    const stuck = ids.toSorted()[0]!;
    const remove: Remove = (key) =>
      key.exportId === stuck ? Promise.reject(new Error('held')) : files.current.remove(key);
    await expect(sweepExpired(db, removing(files, remove))).rejects.toThrow('1 files');
    for (const id of ids) expect(await mine(id)).toHaveLength(id === stuck ? 1 : 0);
    await sweepExpired(db, files);
    expect(await mine(stuck)).toEqual([]);
  });

  test('files without an export are deleted, and those in use stay', async () => {
    const files = await store();
    const { id } = await exports.create('webhooks');
    await exports.finished(id);
    const { rows } = await app.db.pool.query('SELECT value FROM installation WHERE name = $1', [
      'export_files',
    ]);
    const own = `${folder}/${rows[0].value}/${exports.org.id}`;
    const { writeFile } = await import('node:fs/promises');
    const strays = [`${id}.2.csv.part`, `${id}.7.csv`, 'export_00000000000000000000000000.1.json'];
    for (const name of [...strays, 'notes.txt']) await writeFile(`${own}/${name}`, 'x');
    const stuck = { refused: 0 };
    const remove: Remove = (key) =>
      stuck.refused++ === 0 ? Promise.reject(new Error('held')) : files.current.remove(key);
    await expect(sweepOrphans(db, { ...files.current, remove })).rejects.toThrow('1 files');
    expect(await sweepOrphans(db, files.current)).toBe(1);
    const left = await filesIn(folder);
    expect(left.filter((name) => strays.includes(name))).toEqual([]);
    expect(left).toContain('notes.txt');
    expect(await mine(id)).toEqual([`${id}.1.csv`]);
  });
});
