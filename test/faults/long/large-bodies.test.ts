/** No single request delays others, whatever its body, up to the size that its route allows. */
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import { isMutation, routes, rows, type Json } from '../../contract/support/manifest.ts';
import { makeRequest, makeWorld } from '../../contract/support/world.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { LivenessProbe } from '../../support/liveness-probe.ts';
import { report, type ServiceProcess } from '../../support/process.ts';
import { startBeside } from '../../support/beside.ts';

const LIMIT_BYTES = 1024 * 1024;
const LONGEST_MS = 250;

let app: TestApp;
let child: ServiceProcess;
let probe: LivenessProbe;

beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  child = await startBeside(app);
  probe = await LivenessProbe.of(child);
});
afterAll(async () => {
  await probe?.stop();
  await child?.stop();
  await app?.stop();
});

/** Returns as many repetitions between the two ends as fit. */
function fill(
  open: string,
  piece: (i: number) => string,
  close: string,
  bytes: number,
  most = Infinity,
): string {
  const pieces: string[] = [];
  let length = Buffer.byteLength(open + close);
  for (let i = 0; i < most; i += 1) {
    const next = (i > 0 ? ',' : '') + piece(i);
    length += Buffer.byteLength(next);
    if (length > bytes) break;
    pieces.push(next);
  }
  return open + pieces.join('') + close;
}

/** Returns a repeated text between the two ends, as long as fits. */
function lengthen(open: string, text: string, close: string, bytes: number): string {
  const left = bytes - Buffer.byteLength(open + close);
  return open + text.repeat(Math.floor(left / Buffer.byteLength(text))) + close;
}

/** Yields the paths to the arrays, objects and texts of a schema's values. */
function* places(schema: Json, path: string[] = []): Generator<{ path: string[]; schema: Json }> {
  yield { path, schema };
  for (const [name, property] of Object.entries(
    (schema['properties'] ?? {}) as Record<string, Json>,
  ))
    yield* places(property, [...path, name]);
  if (schema['items']) yield* places(schema['items'] as Json, [...path, '0']);
}

const MARK = '"@@"';

/** Returns the text of a body with `MARK` at the path. */
function marked(body: unknown, path: string[]): string {
  const put = (value: unknown, [name, ...rest]: string[]): unknown => {
    if (name === undefined) return '@@';
    if (name === '0') return [put(Array.isArray(value) ? value[0] : undefined, rest)];
    const object = value !== null && typeof value === 'object' ? value : {};
    return { ...object, [name]: put((object as Json)[name], rest) };
  };
  return JSON.stringify(put(body, path));
}

/** The pieces of long texts. */
const TEXTS = ['x', '\\u0041', 'm a i ', 'é', 'ﷺ', 'A B ', '=', '\\\\', '1'];
/** Above this size, two of the pieces are enough. */
const LONG_BYTES = 16 * LIMIT_BYTES;

/** Yields bodies of as many bytes as the route allows, by their content. */
function* bodies(route: AnyRoute, body: unknown, bytes: number): Generator<[string, string]> {
  yield ['zeros', fill('[', () => '0', ']', bytes)];
  yield ['unknown members', fill('{', (i) => `"k${i}":0`, '}', bytes)];
  yield ['numbers as names', fill('{', (i) => `"${i * 40_000}":0`, '}', bytes)];
  yield ['nested arrays', fill('[', () => '['.repeat(30) + ']'.repeat(30), ']', bytes)];
  yield ['white space', lengthen('{', ' ', '}', bytes)];
  yield ['one number', lengthen('[', '1', ']', bytes)];
  yield [
    'escaped names',
    fill('{', (i) => `"\\u00${(0x20 + (i % 0x50)).toString(16)}":"\\ue0${i % 10}0"`, '}', bytes),
  ];
  yield ['escapes', lengthen('{"\\u0063":"', '\\u0041', '"}', bytes)];
  for (const { path, schema } of places((route.body ?? {}) as unknown as Json)) {
    const [open, close] = marked(body, path).split(MARK) as [string, string];
    const at = path.join('.') || 'the body';
    if (schema['type'] === 'array') {
      yield [`zeros at ${at}`, fill(`${open}[`, () => '0', `]${close}`, bytes)];
      yield [`objects at ${at}`, fill(`${open}[`, () => '{"name":"a"}', `]${close}`, bytes)];
      const example = path.reduce<unknown>(
        (value, name) => (value as Json | undefined)?.[name],
        body,
      );
      const item = JSON.stringify((example as unknown[] | undefined)?.[0] ?? 'a');
      const most = (schema['maxItems'] as number | undefined) ?? 1000;
      yield [`good items at ${at}`, fill(`${open}[`, () => item, `]${close}`, bytes, most)];
      yield [`empty items at ${at}`, fill(`${open}[`, () => '{}', `]${close}`, bytes, most)];
    } else if (schema['type'] === 'string')
      for (const text of bytes > LONG_BYTES ? TEXTS.slice(0, 2) : TEXTS)
        yield [`${text} at ${at}`, lengthen(`${open}"`, text, `"${close}`, bytes)];
    else if (path.length > 0 && [schema['type']].flat().includes('object'))
      yield [`members of ${at}`, fill(`${open}{`, (i) => `"k${i}":"v"`, `}${close}`, bytes)];
  }
}

/** Resolves with the status, or with the fate of the connection. */
function send(route: AnyRoute, path: string, key: string, text: string): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = request(child.url + path, { method: route.method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(text);
  });
}

describe.each(rows(routes.filter(isMutation)))('%s', (_, route) => {
  test(`answers other requests within ${LONGEST_MS} ms while it reads the largest bodies`, async () => {
    const world = await makeWorld(app, route);
    const { path, body } = await makeRequest(world, route);
    const bytes = LIMIT_BYTES * (route.bodyLimitFactor ?? 1);
    const slow: Record<string, number> = {};
    for (const [name, text] of bodies(route, body ?? {}, bytes)) {
      expect(Buffer.byteLength(text), name).toBeLessThanOrEqual(bytes);
      await probe.longestMs();
      const status = await send(route, path, world.key, text);
      const longest = await probe.longestMs();
      expect([200, 201, 202, 400, 403, 404, 409, 413, 422], name).toContain(status);
      if (longest > LONGEST_MS) slow[name] = Math.round(longest);
    }
    expect(slow, 'timing: longest waits of others in ms').toEqual({});
  });
});

/** Returns the peak memory of the service so far, in MiB. */
async function peakMiB(): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

test.runIf(process.platform === 'linux')(
  'takes no more memory for 120 slow uploads than the budget for bodies allows',
  async () => {
    const orgs = await Promise.all([1, 2, 3, 4].map(() => app.org()));
    // The peak since the start includes the tests above, so reset it here.
    await writeFile(`/proc/${child.pid}/clear_refs`, '5');
    const before = await peakMiB();
    const bytes = 14 * LIMIT_BYTES;
    const uploads = Array.from({ length: 120 }, (_, i) => {
      const headers = {
        'x-api-key': orgs[i % 4]!.key,
        'content-type': 'application/json',
        'content-length': bytes,
      };
      const path = `${child.url}/api/v1/identity/face-match`;
      const upload = request(path, { method: 'POST', headers });
      const status = new Promise<unknown>((resolve) => {
        upload.on('response', (response) => resolve(response.resume().statusCode));
        upload.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
      return { upload, status };
    });
    const piece = Buffer.alloc(bytes / 28, 0x20);
    for (let i = 0; i < 27; i += 1)
      await Promise.all(
        uploads.map(({ upload }) =>
          upload.destroyed ? undefined : new Promise((resolve) => upload.write(piece, resolve)),
        ),
      );
    const held = await peakMiB();
    for (const { upload } of uploads) upload.end(piece);
    const statuses = await Promise.all(uploads.map(({ status }) => status));
    const read = statuses.filter((status) => status === 400).length;
    report(
      `120 slow uploads of 14 MiB: ${read} read, memory from ${Math.round(before)} to ${Math.round(held)} MiB`,
    );
    expect([...new Set(statuses)].toSorted()).toEqual([400, 503]);
    expect(read * 14).toBeLessThanOrEqual(256);
    expect(held - before).toBeLessThan(600);
  },
);
