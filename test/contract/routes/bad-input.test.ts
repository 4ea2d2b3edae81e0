import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../support/test-app.ts';
import { type Answer } from '../../support/app.ts';
import { expectDocumented, expectEnvelope, problemsBy } from '../support/documented.ts';
import { isMutation, limitsOf, openApi, routes, rows, titleOf } from '../support/manifest.ts';
import { sendBytes, sendRaw, type RawAnswer } from '../support/raw-http.ts';
import { makeRequest, makeWorld, send, type World } from '../support/world.ts';
import { anyCharacter } from '../../support/any-character.ts';

const LISTS = '/api/v1/fraud/lists';
const SCREEN = '/api/v1/fraud/screen';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000) });
let key: string;
let entries: string;

beforeAll(async () => {
  ({ key } = await app.org());
  const body = { source: 'bad-input', name: 'Bad input', kind: 'tenant_blocklist' };
  entries = `${LISTS}/${(await app.call('POST', LISTS, { key, body })).body.data.id}/entries`;
});

function routeOf(method: string, path: string) {
  const pattern = path
    .replace('/api/v1', '')
    .replace(/list_[0-9a-z]{26}/, ':id')
    .split('?')[0];
  return routes.find((route) => titleOf(route) === `${method} ${pattern}`)!;
}

/** Expects a 400 in the envelope, as documented, and returns the answer for more checks. */
async function refused(method: string, path: string, options: object): Promise<Answer> {
  const answer = await app.call(method, path, { key, ...options });
  expect([answer.status, answer.body?.error?.code], answer.text.slice(0, 300)).toEqual([
    400,
    'BAD_REQUEST',
  ]);
  const route = routeOf(method, path);
  if (route) expectDocumented(route, answer);
  else expectEnvelope(answer);
  return answer;
}

/** The endpoints with the most input, each with a way to put a JSON text in place of a name. */
const targets: [string, () => string, (nameJson: string) => string][] = [
  ['POST lists', () => LISTS, (name) => `{"source":"s","kind":"tenant_blocklist","name":${name}}`],
  ['POST entries', () => entries, (name) => `{"entries":[{"name":"Ada Obi"},{"name":${name}}]}`],
  ['POST screen', () => SCREEN, (name) => `{"name":${name}}`],
  [
    'POST batch',
    () => `${SCREEN}/batch`,
    (name) => `{"items":[{"name":"Ada Obi"},{"name":${name}}]}`,
  ],
  [
    'POST subjects',
    () => '/api/v1/fraud/subjects',
    (name) => `{"subjectId":"customer-1","name":${name}}`,
  ],
];

describe.each(targets)('%s', (_, path, withName) => {
  // contract: input/nul-lone-surrogates
  test.each([
    ['NUL', '"a\\u0000b"'],
    ['a lone high surrogate', '"a\\ud800b"'],
    ['a lone low surrogate', '"\\udc00"'],
    ['a number', '1'],
    ['null', 'null'],
    ['an object', '{}'],
    ['an array', '["Ada"]'],
    ['an empty text', '""'],
    ['an integer beyond 2^53', '9007199254740993'],
    ['1e999', '1e999'],
    ['-1e999', '-1e999'],
    ['1e400 in an array', '[1e400]'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
  ])('returns 400 for %s as a name', async (_name, json) => {
    await refused('POST', path(), { raw: withName(json) });
  });

  test('a raw control character in a string returns 400', async () => {
    await refused('POST', path(), { raw: withName('"a\u0001b"') });
    await refused('POST', path(), { raw: withName('"a\nb"') });
  });

  // contract: input/repeated-member-names
  test('a repeated member name returns 400 in any spelling and at any place', async () => {
    const good = withName('"Ada Obi"');
    for (const raw of [
      good.replace('"name"', '"name":"x","name"'),
      good.replace('"name"', '"\\u006eame":"x","name"'),
      good.replace(/\}$/, ',"x":{"a":1,"a":2}}'),
      good.replace(/\}$/, ',"x":[{"b":[{"a":1,"\\u0061":2}]}]}'),
      good.replace(/\}$/, ',"x":{"":1,"":2}}'),
      good.replace(/\}$/, ',"x":{"a":{"b":1,"c":1},"a":1}}'),
      good.replace(/\}$/, ',"x":{"\\"":1,"\\u0022":2}}'),
      good.replace(/\}$/, ',"x":{"\\\\":1,"\\u005c":2}}'),
    ]) {
      const { body } = await refused('POST', path(), { raw });
      expect(body.error.details).toEqual([
        { path: 'body', message: 'must not repeat a member name' },
      ]);
    }
  });

  // contract: input/proto-constructor
  test('__proto__, constructor and prototype as members return 400 and pollute nothing', async () => {
    const good = withName('"Ada Obi"');
    for (const member of [
      '"__proto__":{"polluted":true}',
      '"__proto__":null',
      '"\\u005f_proto__":{"polluted":true}',
      '"constructor":{"prototype":{"polluted":true}}',
      '"prototype":{"polluted":true}',
      '"toString":1',
      '"hasOwnProperty":true',
    ])
      await refused('POST', path(), { raw: good.replace(/^\{/, `{${member},`) });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  // contract: input/deep-json
  test('deep nesting returns 400, 10,000 levels as well as 100', async () => {
    for (const depth of [100, 10_000, 100_000]) {
      await refused('POST', path(), { raw: '['.repeat(depth) + ']'.repeat(depth) });
      await refused('POST', path(), { raw: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` });
      await refused('POST', path(), { raw: '['.repeat(depth) });
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      await refused('POST', path(), { raw: withName('"Ada"').replace(/\}$/, `,"raw":${deep}}`) });
    }
  });

  // contract: input/invalid-utf-8
  test('invalid UTF-8 returns 400', async () => {
    const [before = '', after = ''] = withName('"@"').split('@');
    for (const bytes of [
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xe2, 0x82],
      [0xf5, 0x80, 0x80, 0x80],
    ]) {
      const raw = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      await refused('POST', path(), { raw });
    }
    await refused('POST', path(), { raw: Buffer.from(withName('"Ada"'), 'utf16le') });
  });

  // contract: input/empty-body-bodies
  test('returns 400 for a missing body, an empty one, and one that is not an object', async () => {
    await refused('POST', path(), {});
    await refused('POST', path(), { raw: '', headers: { 'content-type': 'application/json' } });
    for (const raw of [' ', '[]', '[{}]', '"x"', '0', 'true', 'null', '{}'])
      await refused('POST', path(), { raw });
  });
});

describe('entries', () => {
  const add = (entry: string) => refused('POST', entries, { raw: `{"entries":[${entry}]}` });

  // contract: input/nul-lone-surrogates
  test.each([
    ['NUL in a key of identifiers', '{"name":"Ada Obi","identifiers":{"a\\u0000":"1"}}'],
    ['NUL deep in raw', '{"name":"Ada Obi","raw":{"a":[{"b":"\\u0000"}]}}'],
    ['NUL in a key of raw', '{"name":"Ada Obi","raw":{"\\u0000":1}}'],
    ['a lone surrogate in a key of raw', '{"name":"Ada Obi","raw":{"\\udfff":1}}'],
    ['__proto__ in raw', '{"name":"Ada Obi","raw":{"__proto__":{"x":1}}}'],
    ['__proto__ in identifiers', '{"name":"Ada Obi","identifiers":{"__proto__":"x"}}'],
    ['a number beyond 2^53 in raw', '{"name":"Ada Obi","raw":{"n":9007199254740993}}'],
    ['a negative number beyond 2^53 in raw', '{"name":"Ada Obi","raw":{"n":-9007199254740993}}'],
    ['a number beyond double in raw', '{"name":"Ada Obi","raw":{"n":1e309}}'],
    ['repeated names in raw', '{"name":"Ada Obi","raw":{"a":1,"a":1}}'],
    ['an identifier that is no text', '{"name":"Ada Obi","identifiers":{"a":1}}'],
    ['identifiers as a list', '{"name":"Ada Obi","identifiers":["a"]}'],
    ['raw as a text', '{"name":"Ada Obi","raw":"x"}'],
    ['raw as a list', '{"name":"Ada Obi","raw":[]}'],
    ['null for a field that is required', '{"name":null}'],
    ['an identifier that is null', '{"name":"Ada Obi","identifiers":{"a":null}}'],
    ['an entry that is a text', '"Ada Obi"'],
    ['an entry that is null', 'null'],
    ['an unknown field', '{"name":"Ada Obi","id":"entry_1"}'],
  ])('returns 400 for %s', async (_, entry) => {
    await add(entry);
  });

  // contract: lists/raw-kept-default
  test('valid JSON with one meaning is stored unchanged', async () => {
    const raw = {
      constructor: { prototype: 1 },
      toString: 'x',
      'a.b': null,
      '': '',
      'é\u0301 🙂': ['\u2028', 1e-7, -0.5, 9007199254740991, 1.5e-300],
      nested: { a: { a: { a: [] } } },
    };
    const added = await app.call('POST', entries, {
      key,
      body: { entries: [{ name: 'Ada Obi', raw }] },
    });
    expect(added.status, added.text).toBe(201);
    const total = (await app.call('GET', `${entries}?limit=1`, { key })).body.data.total;
    const { items } = (await app.call('GET', `${entries}?limit=1&page=${total}`, { key })).body
      .data;
    expect(items[0].raw).toEqual(raw);
  });
});

describe('paths and queries', () => {
  // contract: input/invalid-percent-encoding
  test.each(['%zz', '%', '%e0%a4%a', 'a%2', '%c0%80', '%ff', '%ed%a0%80'])(
    'invalid percent-encoding %s returns 4xx, in a query 400 for the field',
    async (text) => {
      for (const path of [
        `${LISTS}/${text}`,
        `${LISTS}/${text}/entries`,
        `${LISTS}/x/entries/${text}`,
      ]) {
        const answer = await sendRaw(app.url, {
          method: 'DELETE',
          path,
          headers: [['x-api-key', key]],
        });
        expectRaw(answer, [400, 404, 405]);
      }
      const query = await sendRaw(app.url, {
        method: 'GET',
        path: `${LISTS}?x=${text}`,
        headers: [['x-api-key', key]],
      });
      expectRaw(query, [400]);
      expect(query.text).toContain('x: has an invalid percent-encoding');
    },
  );

  // contract: input/page-limit-huge
  test.each(['page', 'limit'])('a repeated %s returns 400', async (name) => {
    await refused('GET', `${entries}?${name}=1&${name}=1`, {});
    await refused('GET', `${entries}?${name}=1&${name}=x`, {});
  });

  // contract: input/nul-repeated-values
  test('repeated, NUL and overlong filters never reach the database', async () => {
    const screenings = '/api/v1/fraud/screenings';
    await refused('GET', `${screenings}?subjectId=a&subjectId=b`, {});
    await refused('GET', `${screenings}?outcome=nonsense`, {});
    await refused('GET', `${screenings}?subjectId=${'x'.repeat(201)}`, {});
    await refused('GET', `${screenings}?subjectId=%00`, {});
    await refused('GET', `${screenings}?subjectId=a%00b`, {});
    const platform = await app.platformKey();
    await refused('GET', '/api/v1/admin/keys?organizationId=%00', { key: platform });
    await refused('GET', '/api/v1/admin/keys?organizationId=a&organizationId=b', { key: platform });
  });

  test('treats names of built-in members in a query like other unknown names', async () => {
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'page[]',
      'page.x',
      '__proto__[page]',
    ]) {
      const { body } = await refused('GET', `${entries}?${encodeURIComponent(name)}=5`, {});
      expect(body.error.details).toEqual([
        { path: name, message: expect.stringMatching(/^is not a known field/) },
      ]);
    }
  });

  test('a parameter without a name is reported as the query', async () => {
    for (const query of ['=5', '=%zz']) {
      const { body } = await refused('GET', `${entries}?${query}`, {});
      expect(body.error.details.map(({ path }: { path: string }) => path)).toContain('query');
      expect(body.error.message).toMatch(/^query: /);
    }
  });

  test('an error repeats at most 20 names, the beginning of each, as well-formed text', async () => {
    const long = `a${'🙂'.repeat(200)}`;
    const inQuery = encodeURIComponent(long);
    const many = Array.from({ length: 1000 }, (_, i) => `x${i}=%zz`).join('&');
    for (const [method, path, options] of [
      ['GET', `${LISTS}?${many}`, {}],
      ['GET', `${LISTS}?${inQuery}=1`, {}],
      ['GET', `${LISTS}?${inQuery}=%zz`, {}],
      ['POST', LISTS, { body: { [long]: 1 } }],
      ['POST', LISTS, { raw: `{"${long}":1e999}` }],
    ] as const) {
      const { text, body } = await refused(method, path, options);
      expect(body.error.details.length).toBeLessThanOrEqual(20);
      for (const detail of body.error.details) {
        expect(detail.path.length).toBeLessThanOrEqual(65);
        expect(detail.path.isWellFormed()).toBe(true);
      }
      expect(text.length).toBeLessThan(4000);
    }
  });

  // contract: input/ids-another-type
  test('a path too long for the header limit returns 431, and a long id below it 404', async () => {
    const long = await sendRaw(app.url, {
      method: 'GET',
      path: `${LISTS}/${'a'.repeat(14_000)}`,
      headers: [['x-api-key', key]],
    });
    expectRaw(long, [404]);
    expectRaw(
      await sendRaw(app.url, { method: 'GET', path: `${LISTS}/${'a'.repeat(20_000)}` }),
      [431],
    );
  });

  test('treats unusual spellings of a path as an unknown route or as the route, never as an error', async () => {
    for (const path of [
      `${LISTS}/`,
      `${LISTS}//entries`,
      '/api/v1',
      '/api/v1/',
      '/api/v2/fraud/lists',
      '/API/V1/FRAUD/LISTS',
      `/${LISTS}`,
      '/api/v1/../v1/fraud/lists',
      `${LISTS};x=1`,
      '//',
      '/%2e%2e/%2e%2e/etc/passwd',
      `${LISTS}#x`,
    ]) {
      const answer = await sendRaw(app.url, { method: 'GET', path, headers: [['x-api-key', key]] });
      expectRaw(answer, [200, 400, 404]);
    }
    expectRaw(
      await sendRaw(app.url, { method: 'GET', path: '*', headers: [['x-api-key', key]] }),
      [400, 404],
    );
  });
});

function expectRaw(answer: RawAnswer, statuses: number[]): void {
  expect(statuses, answer.text.slice(0, 300)).toContain(answer.status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  const body = JSON.parse(answer.text) as {
    success: boolean;
    error?: { code: string; message: string };
  };
  expect(body.success).toBe(answer.status < 400);
  if (answer.status >= 400)
    expect(body.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
}

describe('headers', () => {
  const get = (headers: [string, string][]) =>
    sendRaw(app.url, { method: 'GET', path: LISTS, headers });

  // contract: envelope/x-request-id, input/header-injection-oversized
  test('x-request-id cannot inject anything into the answer or the log', async () => {
    for (const id of [
      'a\tb',
      'x"y',
      '{"a":1}',
      'é',
      'a;b',
      '../../x',
      '%0d%0aset-cookie:x',
      'a'.repeat(129),
      '',
    ]) {
      const answer = await get([
        ['x-api-key', key],
        ['x-request-id', id],
      ]);
      expectRaw(answer, [200]);
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const split = await sendBytes(
      app.url,
      `GET ${LISTS} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\nx-request-id: a\rset-cookie: b\r\nconnection: close\r\n\r\n`,
    );
    expectRaw(split, [400]);
    expect(split.headers['set-cookie']).toBeUndefined();
  });

  test('two x-request-ids, two API keys, and keys with bytes beyond ASCII never cause a 500', async () => {
    const two = await get([
      ['x-api-key', key],
      ['x-request-id', 'a'],
      ['x-request-id', 'b'],
    ]);
    expect(two.headers['x-request-id']).toMatch(/^req_/);
    expectRaw(
      await get([
        ['x-api-key', key],
        ['x-api-key', key],
      ]),
      [401],
    );
    for (const bad of [
      '',
      ' ',
      'é'.repeat(42),
      '\u00ff',
      `${key}\t${key}`,
      `${key}x`,
      'ork_'.repeat(2000),
    ])
      expectRaw(await get([['x-api-key', bad]]), [401]);
    for (const bad of ['Bearer', 'Bearer ', `Bearer ${key} ${key}`, `Bearer "${key}"`, key])
      expectRaw(await get([['authorization', bad]]), [401]);
  });

  // contract: input/empty-oversize-non
  test.each([
    ['empty', ''],
    ['256 characters', 'x'.repeat(256)],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['bytes beyond ASCII', 'schl\u00fcssel'],
    ['a space', 'a b'],
    ['a tab', 'a\tb'],
    ['DEL', 'a\u007f'],
  ])('an idempotency key of %s returns 400, under both names', async (_, value) => {
    for (const name of ['idempotency-key', 'x-idempotency-key', 'Idempotency-Key']) {
      const answer = await sendRaw(app.url, {
        method: 'POST',
        path: LISTS,
        headers: [
          ['x-api-key', key],
          ['content-type', 'application/json'],
          [name, value],
        ],
        body: JSON.stringify({ source: 'never', name: 'Never', kind: 'tenant_blocklist' }),
      });
      expectRaw(answer, [400]);
      expect(JSON.parse(answer.text).error.code).toBe('BAD_REQUEST');
    }
  });

  test('returns 400 for two idempotency headers with different values', async () => {
    for (const pair of [
      [
        ['idempotency-key', 'a'],
        ['x-idempotency-key', 'b'],
      ],
      [
        ['idempotency-key', 'a'],
        ['idempotency-key', 'b'],
      ],
    ] as [string, string][][])
      expectRaw(
        await sendRaw(app.url, {
          method: 'POST',
          path: LISTS,
          headers: [['x-api-key', key], ['content-type', 'application/json'], ...pair],
          body: JSON.stringify({ source: 'never', name: 'Never', kind: 'tenant_blocklist' }),
        }),
        [400],
      );
  });

  // contract: input/header-injection-oversized
  test('of over 16 KiB return 431 as documented, for any request', async () => {
    for (const path of [LISTS, '/api/v1/exports/exp_1/download', '/nowhere', '/livez']) {
      const filled = (size: number) =>
        sendRaw(app.url, { method: 'GET', path, headers: [['x-filler', 'x'.repeat(size)]] });
      expect((await filled(16_000)).status).not.toBe(431);
      const answer = await filled(16_500);
      expectRaw(answer, [431]);
      expect(answer.headers['connection']).toBe('close');
      const error = JSON.parse(answer.text).error;
      expect(error.code).toBe('HEADERS_TOO_LARGE');
      expect(error.message).toContain('16 KiB');
      const { content, description } = openApi.components.responses['Error']!;
      expect(problemsBy(content['application/json'].schema, JSON.parse(answer.text))).toEqual([]);
      expect(description).toContain(`\`${error.code}\` (431)`);
    }
    const many = Array.from({ length: 1500 }, (_, i): [string, string] => [
      `x-filler-${i}`,
      'x'.repeat(20),
    ]);
    expectRaw(await get(many), [431]);
  });

  // contract: input/header-injection-oversized
  test('bytes that are not HTTP return 400', async () => {
    for (const bytes of [
      '\r\n\r\n\0\0\0',
      'GARBAGE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /\u0000 HTTP/1.1\r\nhost: x\r\n\r\n',
      `POST ${LISTS} HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n`,
      `POST ${LISTS} HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      `GET ${LISTS} HTTP/1.1\r\nhost: x\r\nbad header: 1\r\n\r\n`,
      'GET http://[::1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    ]) {
      const answer = await sendBytes(app.url, bytes);
      expectRaw(answer, [400, 404]);
      const id = answer.headers['x-request-id'];
      const lines = app.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines.filter(({ requestId }) => requestId === id)).toMatchObject([
        { msg: 'request', operation: 'none', status: answer.status },
      ]);
    }
  });

  test('unknown and unusual methods get the envelope', async () => {
    for (const method of ['PUT', 'PROPFIND', 'TRACE', 'OPTIONS', 'QUERY', 'LINK', 'M-SEARCH'])
      expectRaw(
        await sendRaw(app.url, { method, path: LISTS, headers: [['x-api-key', key]] }),
        [405],
      );
    expectRaw(
      await sendRaw(app.url, { method: 'FOO', path: LISTS, headers: [['x-api-key', key]] }),
      [400, 405],
    );
    const head = await app.call('HEAD', LISTS, { key });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('rejects a body with an unusual encoding or type', async () => {
    const body = JSON.stringify({ name: 'Ada Obi' });
    const post = (headers: Record<string, string>) =>
      app.call('POST', SCREEN, { key, raw: body, headers });
    expect((await post({ 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
    expect((await post({ 'content-type': 'APPLICATION/JSON' })).status).toBe(200);
    for (const type of [
      'text/json',
      'application/json, text/plain',
      'application/vnd.api+json',
      'multipart/form-data; boundary=x',
      '; charset=utf-8',
    ])
      expect([type, (await post({ 'content-type': type })).status]).toEqual([type, 415]);
    expect((await post({ 'content-encoding': 'identity' })).status).toBe(200);
    expect((await post({ 'content-encoding': 'gzip' })).status).toBe(415);
    const type = 'application/json; charset=utf-16';
    expect((await post({ 'content-type': type })).status).toBe(415);
  });

  test('a request without Host returns 400 in the envelope, and unknown expectations are ignored', async () => {
    const line = `GET ${LISTS} HTTP/1.1\r\nconnection: close\r\nx-api-key: ${key}\r\n`;
    expectRaw(await sendBytes(app.url, `${line}\r\n`), [400]);
    const expecting = await sendBytes(app.url, `${line}host: x\r\nexpect: foo\r\n\r\n`);
    expect([expecting.status, expecting.headers['x-request-id']]).toEqual([
      200,
      expect.any(String),
    ]);
  });

  test('an idempotency key is the same for every spelling of the path', async () => {
    const created = await app.call('POST', LISTS, {
      key,
      body: { source: 'spelling', name: 'n', kind: 'tenant_blocklist' },
    });
    const { id } = created.body.data as { id: string };
    const add = (path: string) =>
      app.call('POST', path, {
        key,
        body: { entries: [{ name: 'Ada Obi' }] },
        headers: { 'idempotency-key': 'spelling' },
      });
    const first = await add(`${LISTS}/${id}/entries`);
    for (const path of [
      `${LISTS}/%6c${id.slice(1)}/entries`,
      `/api/v1/%66raud/lists/${id}/entries`,
    ])
      expect((await add(path)).text).toBe(first.text);
  });
});

/** Names of members that some endpoint knows, so that arbitrary objects often pass the first check. */
const MEMBERS = [
  'name',
  'source',
  'kind',
  'entries',
  'items',
  'dob',
  'country',
  'raw',
  'identifiers',
  'kinds',
  'threshold',
  'limit',
  'ref',
  'subjectId',
  'plan',
  'addons',
  'scopes',
  'organizationId',
  'expiresAt',
  'overlapSeconds',
  'format',
  'content',
  'aliases',
  'gender',
  'birthDate',
  'birthPlace',
  'nationality',
  'addresses',
  'matchAgainst',
  'firstName',
  'lastName',
  'dateOfBirth',
  'identifier',
  'bankCode',
  'url',
  'base64',
  'contentType',
  '__proto__',
  'constructor',
  '',
];
const STRINGS = [
  '',
  ' ',
  '\0',
  '\ud800',
  'tenant_blocklist',
  'sanctions',
  'csv',
  'ofac-csv',
  'pro',
  'fraud:manage',
  'Ada Obi',
  '22222222220',
  'https://127.0.0.1/a.png',
  'image/png',
  '1980-02-30',
  '2999-01-01T00:00:00Z',
  'NG',
  'zz',
  '\u200b',
  '🙂',
  'name,dob\n"',
  'x'.repeat(600),
];

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(...STRINGS),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      fc.double(),
      fc.integer(),
      fc.constantFrom(null, true, false, 2 ** 53, -1, 1e308),
    ),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...MEMBERS), fc.string({ maxLength: 8 })), tie('tree'), {
      maxKeys: 6,
    }),
  ),
}));

describe.each(rows(routes.filter(isMutation)))('%s', (_, route) => {
  // contract: envelope/500-internal-error, input/arbitrary-json-every
  test('arbitrary JSON gets a documented answer, and never 5xx', async () => {
    const world: World = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const example = (request.body ?? {}) as Record<string, unknown>;
    const replaceOne = fc
      .tuple(fc.constantFrom(...Object.keys(example), 'x'), tree)
      .map(([name, value]) => ({ ...example, [name]: value }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(tree, replaceOne, replaceOne), async (value) => {
        const answer = await send(world, request, { raw: JSON.stringify(value) ?? 'null' });
        expectDocumented(route, answer);
        // The example's provider does not exist, so it cannot be reached.
        const isUnreachable = answer.status === 503 && answer.text.includes('unreachable');
        expect(
          isUnreachable || answer.status < 500,
          `${JSON.stringify(value)} -> ${answer.text}`,
        ).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
