import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../../scripts/openapi-operations.ts';
import { startTestApp } from '../support/app.ts';

type Pair = { key: string; value: string; disabled?: boolean };
type Request = {
  method: string;
  auth?: { type: string; apikey: Pair[] };
  header: Pair[];
  url: { raw: string; host: string[]; path: string[]; query?: Pair[]; variable?: Pair[] };
  body?: { mode: string; raw: string };
};
type Collection = {
  info: { name: string; schema: string };
  auth: { type: string; apikey: Pair[] };
  variable: Pair[];
  item: { name: string; item: { name: string; id: string; request: Request }[] }[];
};

const { operations, prefix } = readDocument();
const collection = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/postman.json'), 'utf8'),
) as Collection;
const requests = collection.item.flatMap(({ item }) => item);

test('the collection has every operation once, with its parameters and an example of its body', () => {
  expect(requests.map(({ id }) => id).toSorted()).toEqual(
    operations.map(({ operationId }) => operationId).toSorted(),
  );
  for (const { operationId, method, path, parameters, body } of operations) {
    const { request } = requests.find(({ id }) => id === operationId)!;
    expect(request.method, operationId).toBe(method);
    expect(`/${request.url.path.join('/')}`, operationId).toBe(
      prefix + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    );
    const named = (place: string) =>
      parameters.filter((given) => given.in === place).map(({ name }) => name);
    expect(request.url.query?.map(({ key }) => key) ?? []).toEqual(named('query'));
    expect(request.url.variable?.map(({ key }) => key) ?? []).toEqual(named('path'));
    expect(request.body && JSON.parse(request.body.raw), operationId).toEqual(body?.example);
  }
});

test('the collection has the form of v2.1, and its variables are declared', () => {
  expect(collection.info.schema).toMatch(/\/collection\/v2\.1\.0\//);
  expect(collection.auth.apikey).toContainEqual({ key: 'in', value: 'header', type: 'string' });
  const used = JSON.stringify(collection).matchAll(/\{\{([^$}][^}]*)\}\}/g);
  const declared = collection.variable.map(({ key }) => key);
  expect(new Set([...used].map(([, name]) => name))).toEqual(new Set(declared));
  for (const { id, request } of requests) {
    expect(Object.keys(request), id).toEqual(expect.arrayContaining(['method', 'header', 'url']));
    const { raw, host, path, query = [] } = request.url;
    const asked = query.filter(({ disabled }) => !disabled);
    const suffix = asked.map(({ key, value }) => `${key}=${value}`).join('&');
    expect(raw, id).toBe(`${host.join('.')}/${path.join('/')}${suffix && `?${suffix}`}`);
    for (const { key, value } of [...request.header, ...query, ...(request.url.variable ?? [])])
      expect([typeof key, typeof value], id).toEqual(['string', 'string']);
    if (request.body) expect(request.body.mode).toBe('raw');
    const keys = (request.auth ?? collection.auth).apikey.map(({ value }) => value);
    expect(keys, id).toContain(path[2] === 'admin' ? '{{platformKey}}' : '{{apiKey}}');
  }
});

test('sent from the first to the last as they are, no example is refused as not valid', async () => {
  const app = await startTestApp({ role: 'api', rateLimits: undefined });
  const apiKey = (await app.org()).key;
  const platformKey = await app.platformKey();
  const refused: string[] = [];
  for (const { id, request } of requests) {
    const key = request.auth ? platformKey : apiKey;
    const path = request.url.raw.slice('{{baseUrl}}'.length).replaceAll(/:\w+/g, 'x');
    const raw = request.body?.raw;
    const { status, text } = await app.call(request.method, path, { key, ...(raw && { raw }) });
    if (status === 400 || status >= 500) refused.push(`${id} ${text}`);
  }
  expect(refused).toEqual([]);
  await app.stop();
});
