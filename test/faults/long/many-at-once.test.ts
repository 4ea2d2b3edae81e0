/** Tests that no caller delays others with many concurrent requests, on any route of the API or of browsers. */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODULES } from '../../../src/modules/index.ts';
import { browserRoutesIn } from '../../../src/modules/module.ts';
import { isStream, routes, rows } from '../../contract/support/manifest.ts';
import { makeRequest, makeWorld } from '../../contract/support/world.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { LivenessProbe } from '../../support/liveness-probe.ts';
import { report, type ServiceProcess } from '../../support/process.ts';
import { startBeside } from '../../support/beside.ts';

const AT_ONCE = 30;
const LONGEST_MS = 250;
/** The time in which the answers must arrive; open streams are then cut off. */
const STREAM_MS = 500;
const QUERY_BYTES = 12 * 1024;
const BODY_BYTES = 1024 * 1024;

let app: TestApp;
let child: ServiceProcess;
let probe: LivenessProbe;
const waits: { ms: number; where: string }[] = [];

beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  child = await startBeside(app);
  probe = await LivenessProbe.of(child);
});
afterAll(async () => {
  const longest = waits.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  report(
    `${waits.length} floods; longest waits of others: ` +
      longest.map(({ ms, where }) => `${Math.round(ms)} ms at ${where}`).join(', '),
  );
  await probe?.stop();
  await child?.stop();
  await app?.stop();
});

type Sent = { method: string; path: string; headers: Record<string, string>; text?: string };

/** Resolves with the status of an answer, or with the fate of the connection. */
function send({ method, path, headers, text }: Sent, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(child.url + path, { method, headers, agent }, (response) => {
      const begun = setTimeout(() => {
        resolve(response.statusCode!);
        response.destroy();
      }, STREAM_MS);
      const isStreamed = response.headers['content-type'] === 'text/event-stream';
      if (!isStreamed) clearTimeout(begun);
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(text);
  });
}

/** Sends all requests at once. @returns the longest wait of another request */
async function flood(where: string, sent: Sent): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  await probe.longestMs();
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => send(sent, agent)));
  const ms = await probe.longestMs();
  agent.destroy();
  const failed = statuses.filter((status) => typeof status === 'string' || status === 500);
  expect(failed, where).toEqual([]);
  waits.push({ ms, where });
  return ms;
}

const QUERY = new URLSearchParams(
  Array.from({ length: QUERY_BYTES / 8 }, (_, i) => [`a${i}`, '1']),
).toString();
function long(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${QUERY}`.slice(0, QUERY_BYTES);
}

describe.each(rows(routes))('%s', (name, route) => {
  test(`answers other requests within ${LONGEST_MS} ms while ${AT_ONCE} requests come at once`, async () => {
    const world = await makeWorld(app, route);
    const { method, path, body } = await makeRequest(world, route);
    const hasBody = method !== 'GET' && body !== undefined;
    const headers = {
      'x-api-key': world.key,
      ...(hasBody && { 'content-type': 'application/json' }),
    };
    const text = hasBody ? { text: JSON.stringify(body) } : {};
    const listed = 'page' in ((route.query as { properties?: object })?.properties ?? {});
    const asked = listed ? `${path}${path.includes('?') ? '&' : '?'}limit=100` : path;
    const ms = await flood(name, { method, path: asked, headers, ...text });
    expect(ms, 'timing: longest wait of others in ms').toBeLessThan(LONGEST_MS);
    if (isStream(route)) return;
    const badMs = await flood(`${name}, long`, { method, path: long(path), headers, ...text });
    expect(badMs, 'timing: longest wait of others in ms').toBeLessThan(LONGEST_MS);
  });
});

/** Bodies of the maximum length, which every route reads alike. */
const bodies: [string, string][] = [
  ['nested arrays', `[${'['.repeat(25)}${'0,'.repeat(90_000)}0${']'.repeat(25)}]`],
  ['escapes', `{"code":"${'\\u0041'.repeat(BODY_BYTES / 7)}"}`],
  ['members', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":0`).join(',')}}`],
];

test.each(bodies)(
  `answers other requests within ${LONGEST_MS} ms while ${AT_ONCE} bodies of %s come at once`,
  async (name, text) => {
    const { key } = await app.org();
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const ms = await flood(name, { method: 'POST', path: '/api/v1/channels', headers, text });
    expect(ms, 'timing: longest wait of others in ms').toBeLessThan(LONGEST_MS);
  },
);

/** Routes without a key, and pages. */
const browserRoutes: [string, string][] = [
  ...browserRoutesIn(MODULES).map(({ method, path }): [string, string] => [method, path]),
  ['GET', '/console/'],
  ['GET', '/api/docs'],
  ['GET', '/api/docs/openapi.json'],
  ['GET', '/docs'],
  ['GET', '/docs/security-model.md'],
];

describe.each(browserRoutes)('%s %s', (method, path) => {
  test(`answers other requests within ${LONGEST_MS} ms while ${AT_ONCE} requests come at once`, async () => {
    const { session } = await app.person((await app.org()).id, ['admin']);
    const form = path.includes('/logout/');
    const base = {
      cookie: `oriki-session=${session}; ${'a=b; '.repeat(1000)}`,
      'sec-fetch-site': 'same-origin',
      origin: child.url,
      'x-oriki-console': '1',
    };
    const headers = {
      ...base,
      ...(method === 'POST' && {
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
    };
    const texts = form
      ? [`logout_token=${'e.'.repeat(30_000)}`, '&=a'.repeat(20_000)]
      : ['{}', ...bodies.map(([, text]) => text)];
    const params = path.replaceAll(/:\w+/g, 'x');
    for (const [i, text] of (method === 'POST' ? texts : ['']).entries()) {
      const ms = await flood(`${method} ${path}, body ${i}`, {
        method,
        path: params,
        headers,
        text,
      });
      expect(ms, `timing: longest wait of others in ms with body ${i}`).toBeLessThan(LONGEST_MS);
    }
    if (method === 'POST') return;
    const ms = await flood(`${method} ${path}, long`, {
      method,
      path: long(params).slice(0, QUERY_BYTES / 2),
      headers,
    });
    expect(ms, 'timing: longest wait of others in ms').toBeLessThan(LONGEST_MS);
  });
});
