import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { MODULES } from '../../../modules/index.ts';
import type { Module } from '../../../modules/module.ts';
import { ApiError } from '../../errors/index.ts';
import { ANY_SCOPE, type Access } from '../policy.ts';
import { routesOf } from '../route.ts';

const PIECE = 'x'.repeat(128 * 1024);
/** Together more than sockets hold. */
const PIECES = 4000;
const access = { scopes: {}, rateLimits: {}, plans: {} } as const satisfies Access;
const defineRoute = routesOf<typeof access>();

/** The progress of the document that was requested last. */
let state: { read: number; isEnded: boolean } = { read: 0, isEnded: false };
async function* endless(): AsyncGenerator<string> {
  const own: typeof state = (state = { read: 0, isEnded: false });
  try {
    for (; own.read < PIECES; own.read += 1) yield PIECE;
  } finally {
    own.isEnded = true;
  }
}
async function* failing(failsAt: number): AsyncGenerator<string> {
  for (let i = 0; ; i += 1) {
    if (i === failsAt) throw new ApiError('CONFLICT', 'no key opens it');
    yield PIECE;
  }
}

const toys = {
  ...access,
  tags: { Toys: 'Things to play with.' },
  routes: [
    defineRoute({
      method: 'GET',
      path: '/toys/document',
      operationId: 'readToys',
      tag: 'Toys',
      summary: 'Read about toys',
      extension: true,
      policy: {
        scope: ANY_SCOPE,
        context: 'organization',
        rateLimit: 'none',
        idempotency: false,
      },
      audit: { action: 'toys.read', does: 'read about toys', shows: ['failsAt'] },
      query: Type.Object({ failsAt: Type.Optional(Type.Integer({ minimum: 0 })) }),
      status: 200,
      errors: ['CONFLICT'],
      data: Type.Object({ failsAt: Type.Integer() }),
      example: { data: { failsAt: 0 } },
      prepare: async ({ query: { failsAt = -1 } }) => failsAt,
      commit: async (_, _tx, failsAt) => ({ failsAt }),
      document: (_, _db, { failsAt = -1 }) => ({
        mediaType: 'text/plain',
        pieces: failsAt < 0 ? endless() : failing(failsAt),
      }),
    }),
  ],
} satisfies Module;

const app = testApp({ role: 'api', rateLimits: undefined }, undefined, {
  modules: [...MODULES, toys],
});
const PATH = '/api/v1/toys/document';

test('a document is read only as fast as the client takes it, and no further once the client leaves', async () => {
  const { key } = await app.org();
  const leaving = new AbortController();
  const headers = { 'x-api-key': key };
  await fetch(app.url + PATH, { headers, signal: leaving.signal });
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = state.read === before;
        before = state.read;
        return isStill && before > 0;
      },
      { interval: 300 },
    )
    .toBe(true);
  expect(state.read).toBeLessThan(PIECES / 2);
  leaving.abort();
  await expect.poll(() => state.isEnded).toBe(true);
});

test('the audit row of a document is written before its first byte', async () => {
  const { key } = await app.org();
  const leaving = new AbortController();
  await fetch(app.url + PATH, { headers: { 'x-api-key': key }, signal: leaving.signal });
  const log = await app.call('GET', '/api/v1/audit?action=toys.read', { key });
  expect(log.body.data.items).toMatchObject([{ after: { failsAt: -1 } }]);
  leaving.abort();
});

test('an error before the first piece is an answer, and a later one cuts the document off', async () => {
  const { key } = await app.org();
  const early = await app.call('GET', `${PATH}?failsAt=0`, { key });
  expect([early.status, early.body.error.code]).toEqual([409, 'CONFLICT']);
  const late = await fetch(`${app.url}${PATH}?failsAt=3`, { headers: { 'x-api-key': key } });
  expect(late.status).toBe(200);
  await expect(late.text()).rejects.toThrow();
});

test('HEAD does not begin a document', async () => {
  const { key } = await app.org();
  const head = await fetch(app.url + PATH, { method: 'HEAD', headers: { 'x-api-key': key } });
  expect(head.status).toBe(405);
});
