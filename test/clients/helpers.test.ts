import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, imageOf, OrikiError } from '../../clients/typescript/src/index.ts';
import { VERSION } from '../../clients/typescript/src/generated/operations.ts';
import { testApp } from '../support/test-app.ts';
import { ExportClient } from '../support/export-client.ts';
import { envelope } from './answers.ts';
import { clientOf } from './support.ts';

const app = testApp();
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Requests of a client with these options, all answered with an empty list. */
async function requestOf(options: Parameters<typeof createClient>[0]): Promise<Request> {
  let seen: Request | undefined;
  const client = createClient({
    ...options,
    fetch: async (input, init) => {
      seen = new Request(input, init);
      return Response.json({ success: true, data: { webhooks: [] } });
    },
  });
  await client.webhooks.list();
  return seen!;
}

describe('a client', () => {
  test('takes address and key from the environment, unless they are given', async () => {
    vi.stubEnv('ORIKI_URL', 'http://env.test');
    vi.stubEnv('ORIKI_KEY', 'env-key');
    const one = await requestOf({});
    expect([one.url, one.headers.get('x-api-key')]).toEqual([
      'http://env.test/api/v1/webhooks',
      'env-key',
    ]);
    const other = await requestOf({ baseUrl: 'http://given.test', apiKey: 'given' });
    expect([other.url, other.headers.get('x-api-key')]).toEqual([
      'http://given.test/api/v1/webhooks',
      'given',
    ]);
  });

  test('reports which of them is missing', () => {
    vi.stubEnv('ORIKI_URL', undefined);
    vi.stubEnv('ORIKI_KEY', undefined);
    expect(() => createClient({ apiKey: 'key' })).toThrow(/ORIKI_URL/);
    expect(() => createClient({ baseUrl: 'http://service.test' })).toThrow(/ORIKI_KEY/);
  });

  test('accepts an address with and without the path of the API', async () => {
    for (const end of ['', '/', '/api/v1', '/api/v1/', '//'])
      for (const path of ['', '/below'])
        expect(
          (await requestOf({ baseUrl: `http://service.test${path}${end}`, apiKey: 'key' })).url,
        ).toBe(`http://service.test${path}/api/v1/webhooks`);
  });

  test('sends its name and version', async () => {
    const { headers } = await requestOf({ baseUrl: 'http://service.test', apiKey: 'key' });
    expect(headers.get('user-agent')).toBe(`oriki-typescript/${VERSION}`);
  });

  test('returns status, headers and request id of an answer on request, and the error of a failure', async () => {
    const client = clientOf(app, await app.org());
    const body = { name: 'Ledger', url: 'https://hooks.example.com/', events: ['*'] };
    const { data, status, headers, requestId } = await client.webhooks
      .create({ body })
      .withResponse();
    expect(data.name).toBe('Ledger');
    expect(status).toBe(201);
    expect(headers.get('x-request-id')).toBe(requestId);
    await expect(client.webhooks.get({ id: 'none' }).withResponse()).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('reports answers and repetitions to its logger, without key, input or data', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const lines: [string, string, Record<string, unknown>][] = [];
    const client = createClient({
      baseUrl: 'http://service.test',
      apiKey: 'secret-key',
      logger: {
        debug: (message, fields) => lines.push(['debug', message, fields]),
        warn: (message, fields) => lines.push(['warn', message, fields]),
      },
      fetch: async () =>
        lines.length === 0
          ? envelope(503, 'SERVICE_UNAVAILABLE', { 'x-request-id': 'req-1' })
          : Response.json({ success: true, data: { secret: 'whsec' } }),
    });
    await client.screening.screenName({ body: { name: 'Adaeze Okonkwo' } });
    expect(lines.map(([level, , fields]) => ({ level, ...fields }))).toMatchObject([
      { level: 'debug', operation: 'screenName', attempt: 1, status: 503, requestId: 'req-1' },
      { level: 'warn', operation: 'screenName', attempt: 1, code: 'SERVICE_UNAVAILABLE' },
      { level: 'debug', operation: 'screenName', attempt: 2, status: 200 },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|Adaeze|whsec/);
  });
});

describe('an image', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 0xff]);
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(200_000, 0xa5)]);
  const webp = Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1');

  test('is encoded from bytes and blobs, with its type from the content', async () => {
    for (const [file, contentType] of [
      [png, 'image/png'],
      [jpeg, 'image/jpeg'],
      [webp, 'image/webp'],
    ] as const) {
      const wanted = { base64: file.toString('base64'), contentType };
      const bytes = Uint8Array.from(file);
      for (const source of [file, bytes, bytes.buffer, new Blob([bytes]), new File([bytes], 'x')])
        expect(await imageOf(source)).toEqual(wanted);
    }
  });

  test('in another format is rejected', async () => {
    for (const source of [Buffer.from('GIF89a'), Buffer.alloc(0), Buffer.from('RIFFxxxxWAVE')])
      await expect(imageOf(source)).rejects.toThrow(TypeError);
  });
});

describe('a download', () => {
  const FILE = Buffer.alloc(100_000, 'abcdefg');
  let server: Server;
  let requests: { range: string | undefined; key: unknown }[];
  /** The number of bytes that the n-th connection, from 1, transfers before it breaks. */
  let bytesOf: (n: number) => number;
  let etag: (n: number) => string;
  beforeAll(async () => {
    server = createServer(({ headers }, response) => {
      requests.push({ range: headers.range, key: headers['x-api-key'] });
      const n = requests.length;
      const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const rest = FILE.subarray(start);
      response.writeHead(start > 0 ? 206 : 200, {
        etag: etag(n),
        'content-type': 'text/csv',
        'content-length': rest.length,
        ...(start > 0
          ? { 'content-range': `bytes ${start}-${FILE.length - 1}/${FILE.length}` }
          : {}),
      });
      const part = rest.subarray(0, bytesOf(n));
      response.write(part, () => {
        if (part.length < rest.length) response.destroy();
        else response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  /** Returns a client whose export requests get these records in turn, and whose files are on the server above. */
  function downloading(...records: object[]) {
    requests = [];
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answers = [...records];
    return createClient({
      baseUrl: base,
      apiKey: 'key',
      retries: 0,
      fetch: async (input, init) => {
        if (!String(input).includes('/exports/')) return fetch(input, init);
        const record = answers.length > 1 ? answers.shift() : answers[0];
        return Response.json({ success: true, data: record });
      },
    }).exports.download({ exportId: 'e' });
  }
  const complete = {
    status: 'COMPLETED',
    downloadUrl: '/file?sig=x',
    fileSize: FILE.length,
    error: null,
  };
  const code = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: OrikiError) => error.code,
    );

  test('of the service waits for the file and returns it', async () => {
    const org = await app.org();
    const client = clientOf(app, org);
    const { id } = await client.exports.create({ body: { dataType: 'webhooks', format: 'CSV' } });
    const file = await client.exports.download({ exportId: id });
    expect(file.headers.get('content-type')).toContain('text/csv');
    const exports = new ExportClient(app, org);
    expect(await file.text()).toBe((await exports.file(await exports.get(id))).toString());
  });

  test('continues at the missing byte after an interruption, and sends no key', async () => {
    bytesOf = (n) => (n < 4 ? 30_000 : Infinity);
    etag = () => '"one"';
    const waiting = { status: 'PENDING', downloadUrl: null, fileSize: null, error: null };
    const response = await downloading(waiting, complete);
    expect(Buffer.from(await response.arrayBuffer()).equals(FILE)).toBe(true);
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.every(({ key }) => key === undefined)).toBe(true);
    expect(requests[0]!.range).toBeUndefined();
    expect(requests.slice(1).every(({ range }) => range !== undefined)).toBe(true);
  });

  test('does not continue with another file', async () => {
    bytesOf = (n) => (n === 1 ? 30_000 : Infinity);
    etag = (n) => `"${n}"`;
    const response = await downloading(complete);
    expect(await code(response.arrayBuffer())).toBe('UNEXPECTED_RESPONSE');
  });

  test('ends with an error if its connections transfer nothing', async () => {
    bytesOf = () => 0;
    etag = () => '"one"';
    const response = await downloading(complete);
    expect(await code(response.arrayBuffer())).toBe('NETWORK');
    expect(requests).toHaveLength(5);
  });

  test('reports that the export failed, or that its file is gone', async () => {
    const failed = { ...complete, status: 'FAILED', downloadUrl: null, error: 'no space' };
    for (const record of [failed, { ...complete, downloadUrl: null }])
      expect(await code(downloading(record))).toBe('EXPORT_FAILED');
  });
});
