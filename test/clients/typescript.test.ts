import { afterEach, describe, expect, test, vi } from 'vitest';
import { withAttempts } from '../../clients/typescript/src/attempts.ts';
import {
  BadRequestError,
  ConflictError,
  ConnectionError,
  createClient,
  ForbiddenError,
  IdempotencyMismatchError,
  NotFoundError,
  OrikiError,
  RateLimitedError,
  ServiceError,
  UnauthorizedError,
} from '../../clients/typescript/src/index.ts';
import { testApp } from '../support/test-app.ts';
import { answeredBy, envelope } from './answers.ts';
import { clientOf } from './support.ts';

const app = testApp({ role: 'api' });

afterEach(() => {
  vi.restoreAllMocks();
});

function failure(call: Promise<unknown>): Promise<OrikiError> {
  return call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error as OrikiError,
  );
}
function newList(name = 'Blocked') {
  return {
    body: { source: name, name, kind: 'tenant_blocklist' as const },
  };
}
describe('calls', () => {
  test('path, query and body arrive, and the data of the envelope is returned', async () => {
    const client = clientOf(app, await app.org());
    const list = await client.screeningLists.create(newList());
    await client.screeningLists.addEntries({
      id: list.id,
      body: { entries: [{ name: 'Ada Obi' }] },
    });
    const entries = await client.screeningLists.listEntries({ id: list.id, limit: 5 });
    expect(entries).toMatchObject({ total: 1, limit: 5, items: [{ name: 'Ada Obi' }] });
    expect(await client.screeningLists.delete({ id: list.id })).toEqual({
      id: list.id,
      deleted: true,
    });
  });

  test('an error has the code, status, request id and details of the answer', async () => {
    const client = clientOf(app, await app.org());
    const error = await failure(
      client.screening.screenName({ body: { name: 'x', threshold: 101 } }),
    );
    expect(error).toBeInstanceOf(OrikiError);
    expect(error).toMatchObject({ code: 'BAD_REQUEST', status: 400, attempts: 1 });
    expect(error.details.map(({ path }) => path)).toEqual(['threshold']);
    expect(error.requestId).toMatch(/./);
    const unknown = await failure(client.screeningLists.get({ id: 'list/../..?' }));
    expect(unknown).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });

  test('an id that would change the address is refused before a request is sent', async () => {
    const client = answeredBy(() => expect.fail('sent'));
    for (const id of ['', '.', '..'])
      expect(await failure(client.screeningLists.get({ id }))).toBeInstanceOf(TypeError);
  });

  test('a mistake of the program is reported immediately, and not as a lost connection', async () => {
    const options = { baseUrl: 'http://service.test', apiKey: 'key' };
    for (const wrong of [
      { baseUrl: 'service.test' },
      { baseUrl: 'localhost:3000' },
      { apiKey: '' },
      { apiKey: 'two\nlines' },
      { apiKey: undefined as unknown as string },
    ])
      expect(() => createClient({ ...options, ...wrong })).toThrow(TypeError);
    const client = answeredBy(() => expect.fail('sent'));
    for (const idempotencyKey of ['', 'two\nlines', 'ключ'])
      expect(await failure(client.screeningLists.create(newList(), { idempotencyKey }))).toThrow(
        TypeError,
      );
  });

  test('an answer that is not from Oriki is an error, whatever its status', async () => {
    for (const answer of [
      () => new Response('<html>', { status: 200 }),
      () => Response.json({ items: [] }),
      () => Response.json({ error: 'oops' }, { status: 404 }),
      () => new Response(null, { status: 302, headers: { location: 'https://other.test/' } }),
    ])
      expect(await failure(answeredBy(async () => answer()).threads.listChannels())).toMatchObject({
        code: 'UNEXPECTED_RESPONSE',
        status: answer().status,
        attempts: 1,
      });
  });
});

describe('a repeated idempotency key', () => {
  test('throws for another request, even after a refusal, unless the client or the call allows it', async () => {
    const org = await app.org();
    const client = clientOf(app, org);
    const first = await client.screeningLists.create(newList('a'), { idempotencyKey: 'k-1' });
    const options = { idempotencyKey: 'k-1' };
    const error = await failure(client.screeningLists.create(newList('b'), options));
    expect(error).toBeInstanceOf(IdempotencyMismatchError);
    expect(error).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH', status: 201, attempts: 1 });
    expect(error.requestId).toMatch(/./);
    expect((await client.screeningLists.list()).lists).toHaveLength(1);

    expect(await client.screeningLists.create(newList('a'), options)).toEqual(first);
    const allowed = { ...options, allowIdempotencyMismatch: true };
    expect(await client.screeningLists.create(newList('b'), allowed)).toEqual(first);
    const lenient = client.withOptions({ allowIdempotencyMismatch: true });
    expect(await lenient.screeningLists.create(newList('b'), options)).toEqual(first);

    const taken = { idempotencyKey: 'k-2' };
    expect(await failure(client.screeningLists.create(newList('a'), taken))).toBeInstanceOf(
      ConflictError,
    );
    expect(await failure(client.screeningLists.create(newList('c'), taken))).toMatchObject({
      code: 'IDEMPOTENCY_MISMATCH',
      status: 409,
    });
  });
});

describe('a failure', () => {
  test.each([
    [400, BadRequestError],
    [401, UnauthorizedError],
    [402, ForbiddenError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [409, ConflictError],
    [410, NotFoundError],
    [412, ConflictError],
    [413, BadRequestError],
    [429, RateLimitedError],
    [500, ServiceError],
    [503, ServiceError],
  ])('with status %i has the class of its kind', async (status, kind) => {
    const client = answeredBy(async () => envelope(status, 'NEWER_CODE'));
    const error = await failure(client.webhooks.list({}, { retries: 0 }));
    expect(error).toBeInstanceOf(kind);
    expect(error).toBeInstanceOf(OrikiError);
    expect([error.name, error.code]).toEqual([kind.name, 'NEWER_CODE']);
  });

  test('without an answer is an error of the class of lost connections', async () => {
    const client = answeredBy(() => Promise.reject(new TypeError('reset')));
    expect(await failure(client.webhooks.list({}, { retries: 0 }))).toBeInstanceOf(ConnectionError);
  });
});

describe('a call of an operation that the client does not know', () => {
  test('is sent to its path with query, body and key, and repeated like others', async () => {
    const org = await app.org();
    const client = clientOf(app, org);
    const list = await client.request<{ id: string }>('POST', '/fraud/lists', {
      body: newList().body,
    });
    const query = { limit: 1, page: undefined };
    for (const path of ['/fraud/lists', '/api/v1/fraud/lists'])
      expect(await client.request('GET', path, { query })).toMatchObject({ limit: 1, total: 1 });
    const { status } = await client.request('DELETE', `/fraud/lists/${list.id}`).withResponse();
    expect(status).toBe(200);
    expect(await failure(client.request('GET', `/fraud/lists/${list.id}`))).toBeInstanceOf(
      NotFoundError,
    );
    const keys: (string | null)[] = [];
    const again = answeredBy(async (n, _url, init) => {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      return n === 1
        ? envelope(503, 'SERVICE_UNAVAILABLE')
        : Response.json({ success: true, data: 1 });
    });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(await again.request('PATCH', '/newer/thing', { body: {} })).toBe(1);
    expect(keys[0]).toMatch(/./);
    expect(keys[1]).toBe(keys[0]);
  });

  test.each([
    'webhooks',
    '//other.test',
    '/webhooks/../keys',
    '/a/%2e%2E/b',
    '/a?b',
    '/a#b',
    '/{id}',
    '/a//b',
  ])('is refused with an invalid path: %s', (path) => {
    const client = answeredBy(() => expect.fail('sent'));
    expect(() => client.request('GET', path)).toThrow(TypeError);
  });
});

test('a client with other options keeps the rest, and leaves the original unchanged', async () => {
  const { key } = await app.org();
  const client = createClient({ baseUrl: app.url, apiKey: 'ork_wrong' });
  const other = client.withOptions({ apiKey: key });
  expect((await other.webhooks.list()).webhooks).toEqual([]);
  expect(await failure(client.webhooks.list())).toBeInstanceOf(UnauthorizedError);
});

describe('repetition', () => {
  test('a write whose answer was lost, and then 500 and 503, has one effect', async () => {
    const org = await app.org();
    const keys: (string | null)[] = [];
    const client = clientOf(app, org, async (n, request) => {
      if (request.method === 'GET') return undefined;
      keys.push(request.headers.get('idempotency-key'));
      if (n === 1) {
        await fetch(request);
        throw new TypeError('the connection was reset');
      }
      if (n === 2) return envelope(500, 'INTERNAL_ERROR');
      return n === 3 ? envelope(503, 'SERVICE_UNAVAILABLE') : undefined;
    });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const made = await client.screeningLists.create(newList());
    expect((await client.screeningLists.list()).lists.map(({ id }) => id)).toEqual([made.id]);
    expect(new Set(keys.slice(0, 4))).toEqual(new Set([keys[0]]));
    await client.screeningLists.create(newList('Another'));
    expect(keys).toHaveLength(5);
    expect(keys[4]).not.toBe(keys[0]);
  });

  test('a query without effects has no key, and is repeated anyway', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const keys: (string | null)[] = [];
    const client = answeredBy(async (n, _url, init) => {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      if (n === 1) throw new TypeError('the connection was reset');
      return Response.json({ success: true, data: { allowed: true } });
    });
    const body = { subject: 'user:1', capability: 'INVOICES:APPROVE' };
    expect((await client.permissions.check({ body })).allowed).toBe(true);
    await client.permissions.checkBatch({ body: { checks: [body] } }, { idempotencyKey: 'mine' });
    expect(keys).toEqual([null, null, 'mine']);
  });

  test("the caller's idempotency key joins two calls", async () => {
    const client = clientOf(app, await app.org());
    const options = { idempotencyKey: 'order-17' };
    const [first, second] = [
      await client.screeningLists.create(newList(), options),
      await client.screeningLists.create(newList(), options),
    ];
    expect(second).toEqual(first);
  });

  test.each([400, 401, 402, 403, 404, 409, 413])(
    'does not repeat a request after %i',
    async (status) => {
      let asked = 0;
      const client = answeredBy(async (n) => {
        asked = n;
        return envelope(status, 'CODE');
      });
      expect(await failure(client.threads.listChannels())).toMatchObject({ status, attempts: 1 });
      expect(asked).toBe(1);
    },
  );

  test('a call that may have an effect is repeated without a key only after 429', async () => {
    const limits = { retries: 2, timeoutMs: 1000, totalTimeoutMs: 5000, signal: undefined };
    vi.spyOn(Math, 'random').mockReturnValue(0);
    for (const [status, attempts] of [
      [429, 3],
      [500, 1],
      [503, 1],
      [undefined, 1],
    ] as const) {
      const run = async () => {
        throw status ? new OrikiError('RATE_LIMITED', '', { status }) : new TypeError('lost');
      };
      expect(await failure(withAttempts(run, limits, false))).toMatchObject({ attempts });
    }
  });

  test('a Retry-After beyond the remaining time throws, without waiting', async () => {
    const client = answeredBy(async () => envelope(429, 'RATE_LIMITED', { 'retry-after': '3000' }));
    expect(await failure(client.threads.listChannels())).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 3000,
      attempts: 1,
    });
  });
});

describe('limits', () => {
  const hang = (init: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init.signal!.addEventListener('abort', () => reject(new Error('aborted')));
    });

  test('an attempt without an answer ends, is repeated, and is reported', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const client = answeredBy((_n, _url, init) => hang(init));
    const error = await failure(client.threads.listChannels({}, { timeoutMs: 5, retries: 2 }));
    expect(error).toMatchObject({ code: 'TIMEOUT', status: undefined, attempts: 3 });
  });

  test('the time-out also ends a body without end', async () => {
    const client = answeredBy(async (_n, _url, { signal }) => {
      const body = new ReadableStream({
        start: (controller) =>
          signal!.addEventListener('abort', () => controller.error(new Error())),
      });
      return new Response(body);
    });
    const error = await failure(client.threads.listChannels({}, { timeoutMs: 5, retries: 0 }));
    expect(error.code).toBe('TIMEOUT');
  });

  test('the whole call ends at its time limit', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const client = answeredBy((_n, _url, init) => hang(init));
    const error = await failure(
      client.threads.listChannels({}, { timeoutMs: 1000, totalTimeoutMs: 20 }),
    );
    expect(error.code).toBe('TIMEOUT');
  });

  test("the caller's signal ends an attempt, and a wait, with its reason", async () => {
    const reason = new Error('not needed any more');
    for (const answer of [
      hang,
      async () => envelope(429, 'RATE_LIMITED', { 'retry-after': '60' }),
    ]) {
      const controller = new AbortController();
      const client = answeredBy((_n, _url, init) => {
        setTimeout(() => controller.abort(reason), 1);
        return answer(init);
      });
      const call = client.threads.listChannels({}, { signal: controller.signal });
      expect(await failure(call)).toBe(reason);
      expect(await failure(client.threads.listChannels({}, { signal: controller.signal }))).toBe(
        reason,
      );
    }
  });
});
