import { once } from 'node:events';
import { IncomingMessage, request, ServerResponse, type ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { BodyBudget } from './body-budget.ts';
import { reservation } from './read-body.ts';

const KIB = 1024;
const PATH = '/api/v1/fraud/screen';

const app = testApp({ role: 'api', bodiesBytes: 1024 * KIB });

function bodyOf(bytes: number): string {
  return `${JSON.stringify({ name: 'Ada Obi' })}`.padEnd(bytes, ' ');
}

/** A request whose body has started and is paused. */
class Upload {
  readonly #request: ClientRequest;
  readonly #rest: string;
  readonly #answer: Promise<IncomingMessage>;

  private constructor(key: string, bytes: number, chunked: boolean) {
    const length = chunked ? {} : { 'content-length': String(bytes) };
    const headers = { 'x-api-key': key, 'content-type': 'application/json', ...length };
    this.#request = request(app.url + PATH, { method: 'POST', headers });
    this.#request.on('error', () => {});
    this.#answer = once(this.#request, 'response').then(
      ([response]) => response as IncomingMessage,
    );
    // An aborted upload rejects this promise, and no test awaits it.
    this.#answer.catch(() => {});
    const body = bodyOf(bytes);
    this.#request.write(body.slice(0, KIB));
    this.#rest = body.slice(KIB);
  }

  /** Resolves when the service has read the headers. */
  static async begin(key: string, bytes: number, { chunked = false } = {}): Promise<Upload> {
    const upload = new Upload(key, bytes, chunked);
    // The service answers in order, so it has read this request once it answers a later one.
    await once(upload.#request, 'socket');
    await app.call('POST', PATH, { key, body: { name: 'Ada Obi' } });
    return upload;
  }

  async end(): Promise<{ status: number; retryAfter: string | undefined }> {
    this.#request.end(this.#rest);
    const response = await this.#answer;
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode!, retryAfter: response.headers['retry-after'] };
  }

  break(): void {
    this.#request.destroy();
  }
}

const ok = { status: 200, retryAfter: undefined };
const REFUSED = { status: 503, retryAfter: '1' };

test('an organization uses at most half of the budget for bodies, and releases it with the answer', async () => {
  const { key } = await app.org();
  const first = await Upload.begin(key, 300 * KIB);
  const second = await Upload.begin(key, 300 * KIB);
  expect(await second.end()).toEqual(REFUSED);
  expect(await first.end()).toEqual(ok);
  expect(await (await Upload.begin(key, 300 * KIB)).end()).toEqual(ok);
});

test('a second organization uses the other half, and a third one waits', async () => {
  const keys = await Promise.all([1, 2, 3].map(async () => (await app.org()).key));
  const begun = [await Upload.begin(keys[0]!, 500 * KIB), await Upload.begin(keys[1]!, 500 * KIB)];
  const third = await Upload.begin(keys[2]!, 100 * KIB);
  expect(await third.end()).toEqual(REFUSED);
  for (const upload of begun) expect(await upload.end()).toEqual(ok);
  expect(await (await Upload.begin(keys[2]!, 100 * KIB)).end()).toEqual(ok);
});

test('reads small bodies even when the budget is used up', async () => {
  const { key } = await app.org();
  const large = await Upload.begin(key, 1000 * KIB);
  const body = bodyOf(64 * KIB);
  expect((await app.call('POST', PATH, { key, raw: body })).status).toBe(200);
  expect((await app.call('POST', PATH, { key, raw: `${body} ` })).status).toBe(503);
  expect(await large.end()).toEqual(ok);
});

test('an aborted upload releases its room', async () => {
  const { key } = await app.org();
  const broken = await Upload.begin(key, 1000 * KIB);
  broken.break();
  await expect
    .poll(async () => (await (await Upload.begin(key, 100 * KIB)).end()).status)
    .toBe(200);
});

test('a caller that disconnects before its body is read takes no room', async () => {
  const reserve = reservation(new BodyBudget(1024 * KIB));
  const head = {
    headers: { 'content-length': String(500 * KIB) },
    routeOptions: { bodyLimit: 1024 * KIB },
  } as unknown as FastifyRequest;
  const from = (raw: ServerResponse) => reserve(head, { raw } as FastifyReply);
  const response = () => new ServerResponse(new IncomingMessage(new Socket()));
  const gone = response().destroy() as ServerResponse;
  for (let i = 0; i < 3; i++)
    await expect(from(gone)).rejects.toThrow('the caller has disconnected');
  await from(response());
  await expect(from(response())).rejects.toThrow('too many large requests are in progress');
});

test('a body of unknown length counts as the longest length that the route allows', async () => {
  const { key } = await app.org();
  const chunked = await Upload.begin(key, 100 * KIB, { chunked: true });
  expect(await (await Upload.begin(key, 100 * KIB)).end()).toEqual(REFUSED);
  expect(await chunked.end()).toEqual(ok);
});

test('a rejected body is not kept, and the connection stays open', async () => {
  const { key } = await app.org();
  const large = await Upload.begin(key, 1000 * KIB);
  for (let i = 0; i < 20; i += 1)
    expect((await app.call('POST', PATH, { key, raw: bodyOf(1000 * KIB) })).status).toBe(503);
  expect(await large.end()).toEqual(ok);
});
