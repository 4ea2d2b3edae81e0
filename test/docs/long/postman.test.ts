import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import newman from 'newman';
import { expect, test } from 'vitest';
import { readDocument } from '../../../scripts/openapi-operations.ts';
import { startTestApp } from '../../support/app.ts';

type Pair = { key: string; value: string; disabled?: boolean };
type Request = {
  method: string;
  auth?: { type: string; apikey: Pair[] };
  header: Pair[];
  url: { raw: string; host: string[]; path: string[]; query?: Pair[]; variable?: Pair[] };
  body?: { mode: string; raw: string };
};
type Item = { name: string; id: string; request: Request; event: object[] };
type Collection = {
  info: { name: string; schema: string };
  auth: { type: string; apikey: Pair[] };
  variable: Pair[];
  item: { name: string; item: { name: string; item: Item[] }[] }[];
};

const document = readDocument();
const { prefix } = document;
const operations = document.operations.filter(({ events }) => events === undefined);
const text = readFileSync(join(import.meta.dirname, '../../../docs/postman.json'), 'utf8');
const collection = JSON.parse(text) as Collection;
const requests = collection.item.flatMap(({ item }) =>
  item.flatMap(({ item: members }) => members),
);

test('the collection has every operation but streams once, with its parameters and a body of the fields of the example', () => {
  expect(operations.length).toBe(document.operations.length - 2);
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
    const fields = (value: unknown) =>
      value === undefined ? undefined : Object.keys(value as object);
    const sent = request.body && (JSON.parse(request.body.raw) as unknown);
    expect(fields(sent), operationId).toEqual(fields(body?.example));
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

test('each request gets the expected answer in order, and again in a second run', async () => {
  const app = await startTestApp({ rateLimits: undefined });
  const values = {
    baseUrl: app.url,
    apiKey: (await app.org()).key,
    platformKey: await app.platformKey(),
  };
  const envVar = Object.entries(values).map(([key, value]) => ({ key, value }));
  const sent = JSON.parse(text) as newman.NewmanRunOptions['collection'];
  for (let round = 0; round < 2; round += 1) {
    const { run } = await new Promise<newman.NewmanRunSummary>((resolve, reject) =>
      newman.run({ collection: sent, envVar, reporters: [] }, (error, summary) =>
        error ? reject(error) : resolve(summary),
      ),
    );
    expect(run.failures.map(({ error, source }) => `${source?.name}: ${error.message}`)).toEqual(
      [],
    );
    expect(run.stats.requests.total).toBe(requests.length);
    expect(run.stats.assertions.total).toBe(requests.length);
  }
  await app.stop();
});
