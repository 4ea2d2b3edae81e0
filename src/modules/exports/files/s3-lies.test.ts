import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import { ExportClient } from '../../../../test/support/export-client.ts';
import { startFakeS3, type FakeS3 } from '../../../../test/support/s3-server.ts';
import type { FileKey } from '../schemas.ts';
import { StorageError, type StoreLocation } from './files.ts';
import { createObject, s3Store } from './s3.ts';

const BUCKET = 'oriki-tests';
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test-access',
  AWS_SECRET_ACCESS_KEY: 'test-secret-test-secret',
});

let server: FakeS3;
let location: Extract<StoreLocation, { kind: 's3' }>;
beforeAll(async () => {
  server = await startFakeS3(BUCKET);
  location = { kind: 's3', bucket: BUCKET, prefix: '', endpoint: server.endpoint };
});
afterEach(() => {
  server.lie = undefined;
  vi.useRealTimers();
});
afterAll(() => server.close());

let serial = 0;
function freshKey(): FileKey {
  return { orgId: 'org_1', exportId: `export_${++serial}`, attempt: 1, format: 'CSV' };
}
function isCompletion({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && url.includes('uploadId=');
}
function isPart({ method, url = '' }: IncomingMessage): boolean {
  return method === 'PUT' && url.includes('partNumber=');
}

async function written(key = freshKey()): Promise<void> {
  const writer = await createObject(location, key);
  await writer.write(Buffer.alloc(9 * 2 ** 20, 'x'));
  await writer.finish();
}
function failure(work: Promise<unknown>): Promise<StorageError> {
  return work.then(
    () => expect.unreachable('it was believed'),
    (error: StorageError) => error,
  );
}

const lies: [string, FakeS3['lie'] & {}][] = [
  [
    'that says 200 to a completion and an error in its body',
    (request, response) => {
      if (!isCompletion(request)) return false;
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>');
      return true;
    },
  ],
  [
    'that says an object is complete and has none',
    (request, response) => {
      if (!isCompletion(request)) return false;
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end('<?xml version="1.0"?><CompleteMultipartUploadResult/>');
      return true;
    },
  ],
  [
    'that keeps a part of an object',
    (request, response) => {
      if (request.method !== 'HEAD') return false;
      response.writeHead(200, { 'content-length': 8 * 2 ** 20 }).end();
      return true;
    },
  ],
  [
    'that answers with a page of HTML',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
      return true;
    },
  ],
  [
    'that sends elsewhere',
    (_, response) => {
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      return true;
    },
  ],
  [
    'that cuts off its answers',
    (request, response) => {
      if (!isCompletion(request)) return false;
      response.writeHead(200, { 'content-length': 1000 });
      response.write('<?xml version="1.0"?><Complete');
      setTimeout(() => response.destroy(), 20);
      return true;
    },
  ],
];
test.each(lies)('an upload to a store %s does not count as written', async (_, lie) => {
  server.lie = lie;
  expect(await failure(written())).toBeInstanceOf(StorageError);
});

const never: [string, (response: ServerResponse) => void][] = [
  ['nothing', () => {}],
  [
    'headers that never end',
    (response) => {
      const { socket } = response;
      socket!.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket!.write('x-more: 1\r\n'), 200);
      socket!.once('close', () => clearInterval(timer));
    },
  ],
  [
    'a body that never ends, byte by byte',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.write('<?xml version="1.0"?>');
      const timer = setInterval(() => response.write(' '), 200);
      response.once('close', () => clearInterval(timer));
    },
  ],
];
test.each(never)('an upload to a store that answers with %s fails', async (_, answer) => {
  for (const isMeant of [isPart, isCompletion]) {
    server.lie = (request, response) => {
      if (!isMeant(request)) return false;
      answer(response);
      return true;
    };
    const { setTimeout: wait } = globalThis;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const state = { ended: false };
    const failed = failure(written()).finally(() => (state.ended = true));
    for (let minutes = 0; !state.ended && minutes < 60; minutes += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      // Sockets deliver their data in real time.
      await new Promise((resolve) => wait(resolve, 50));
    }
    expect(state.ended).toBe(true);
    expect(await failed).toMatchObject({ transient: true });
    vi.useRealTimers();
  }
});

function page(...content: string[]): string {
  return `<?xml version="1.0"?><ListBucketResult>${content.join('')}</ListBucketResult>`;
}

test('lists of keys that repeat forever, or are far too long, fail', async () => {
  let asked = 0;
  const answers = async (uploads: boolean, text: () => AsyncIterable<string> | string[]) => {
    asked = 0;
    server.lie = (request, response) => {
      if ((request.url ?? '').includes('uploads') !== uploads) return false;
      asked += 1;
      response.writeHead(200, { 'content-type': 'application/xml' });
      void (async () => {
        for await (const part of text())
          if (!response.write(part)) await new Promise((go) => setTimeout(go, 1));
        response.end();
      })();
      return true;
    };
    await Array.fromAsync(s3Store(location).list());
  };
  const more = '<IsTruncated>true</IsTruncated>';
  await answers(false, () => [page(more, '<NextContinuationToken>t</NextContinuationToken>')]);
  expect(asked).toBeLessThan(4);
  const next = '<NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>';
  await answers(true, () => [page(more, next).replaceAll('ListBucket', 'ListMultipartUploads')]);
  expect(asked).toBeLessThan(4);
  const state = { closed: false };
  async function* endless(): AsyncGenerator<string> {
    yield '<?xml version="1.0"?><ListBucketResult>';
    while (!state.closed) yield '<Contents><Key>x</Key></Contents>'.repeat(10_000);
  }
  await expect(answers(false, endless)).rejects.toThrow(/too long/);
  state.closed = true;
});

test('a download returns 410 for a file that has changed in the bucket, and 503 if the store does not answer', async () => {
  const app = await startTestApp({
    rateLimits: undefined,
    exportBucket: BUCKET,
    exportBucketEndpoint: server.endpoint,
  });
  try {
    const exports = new ExportClient(app, await app.org());
    const done = await exports.finished((await exports.create('webhooks', 'JSON')).id);
    const status = async (): Promise<number> =>
      (await fetch(done.downloadUrl!, { redirect: 'manual' })).status;
    expect(await status()).toBe(302);
    const heads = (answer: (response: ServerResponse) => void): void => {
      server.lie = ({ method }, response) => {
        if (method !== 'HEAD') return false;
        answer(response);
        return true;
      };
    };
    heads((response) => response.writeHead(200, { 'content-length': 2 }).end());
    expect(await status()).toBe(410);
    heads((response) => response.writeHead(200, { 'x-big': 'x'.repeat(20_000) }).end());
    expect(await status()).toBe(503);
    heads((response) => response.destroy());
    expect(await status()).toBe(503);
    heads((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    expect(await status()).toBe(503);
    heads(() => {});
    expect(await status()).toBe(503);
    server.lie = undefined;
    expect(await status()).toBe(302);
  } finally {
    await app.stop();
  }
});
