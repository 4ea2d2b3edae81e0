import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skip } from '../../scripts/skips.ts';
import { rateLimits } from '../../src/config/rate-limits.ts';
import type { Config } from '../../src/config/config.ts';
import { call, startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { certificateFor, trustTestCa } from '../support/certificates.ts';
import { streamPath } from '../support/inbox-listener.ts';
import { within } from '../support/within.ts';
import { eventually, freePort, isListening, programOf } from '../support/process.ts';
import { ThreadClient } from '../support/thread-client.ts';
import { read } from './dockerfile.ts';

/** Settings as in the files, but faster: the balancer must stop using an idle connection to a process that stops. */
const DRAIN_MS = 500;
const FASTER = { 'keepalive_timeout 4s;': 'keepalive_timeout 200ms;', 'inter 1s': 'inter 50ms' };

const BALANCERS = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    args: (folder: string) => ['-e', 'stderr', '-c', join(folder, 'main.conf')],
    /** The configuration that includes the file. */
    main: (folder: string) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events { } http {` +
      ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ') +
      ` include ${folder}/nginx.conf; }`,
  },
  {
    name: 'haproxy',
    file: 'haproxy.cfg',
    args: (folder: string) => ['-db', '-f', join(folder, 'haproxy.cfg')],
    main: () => '',
  },
] as const;

const installed = BALANCERS.filter(({ name }) => {
  const found = programOf(name) !== undefined;
  if (!found) skip(name, `deploy/load-balancer with ${name} (it is not installed)`);
  return found;
});

const SETTINGS = {
  role: 'api' as const,
  trustedProxies: ['127.0.0.1'],
  drainDelayMs: DRAIN_MS,
  rateLimits: rateLimits('failed-authentication=3'),
} satisfies Partial<Config>;
/** The list that the load reads through each balancer. */
const READ = {
  nginx: { path: '/channels', operation: 'listChannels' },
  haproxy: { path: '/fraud/lists', operation: 'listScreeningLists' },
} as const;

let apps: TestApp[];
let distrust: () => void;
const bases = new Map<string, string>();
const ends: (() => Promise<unknown>)[] = [];

/**
 * Starts it with the file unchanged, except for addresses, file names, and waits.
 * @returns its address
 */
async function startBalancer(
  { name, file, args, main }: (typeof BALANCERS)[number],
  folder: string,
  hosts: string[],
  faster: Record<string, string>,
): Promise<string> {
  const port = await freePort();
  let text = read(`deploy/load-balancer/${file}`);
  const replace = (from: string, to: string): void => {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  };
  for (const [n, host] of hosts.entries()) replace(`192.0.2.1${n + 1}:3000`, host);
  replace(
    name === 'nginx' ? 'listen 443' : 'bind :443',
    `${name === 'nginx' ? 'listen' : 'bind'} 127.0.0.1:${port}`,
  );
  replace(`/etc/${name}/oriki`, join(folder, 'oriki'));
  text = text.replace('/var/log/nginx', folder);
  for (const [from, to] of Object.entries(faster)) text = text.replace(from, to);
  await writeFile(join(folder, file), text);
  await writeFile(join(folder, 'main.conf'), main(folder));
  const child = spawn(programOf(name)!, args(folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const endWithRun = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithRun);
  ends.push(async () => {
    process.off('exit', endWithRun);
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${said}`);
    return isListening(port);
  });
  return `https://127.0.0.1:${port}`;
}

/** A folder with the certificate. */
async function folderOfBalancer(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'oriki-balancer-'));
  ends.push(() => rm(made, { recursive: true }));
  // The folder of nginx's workers, which use another account if the tests run as root.
  await chmod(made, 0o755);
  const { cert, key } = await certificateFor();
  await writeFile(join(made, 'oriki.crt'), cert);
  await writeFile(join(made, 'oriki.key'), key);
  await writeFile(join(made, 'oriki.pem'), `${cert}\n${key}`);
  return made;
}

beforeAll(async () => {
  if (installed.length === 0) return;
  const first = await startTestApp(SETTINGS);
  apps = [first, await startTestApp(SETTINGS, first.databaseUrl)];
  distrust = await trustTestCa();
  const folder = await folderOfBalancer();
  const hosts = apps.map(({ url }) => new URL(url).host);
  for (const balancer of installed)
    bases.set(balancer.name, await startBalancer(balancer, folder, hosts, FASTER));
});
afterAll(async () => {
  if (installed.length === 0) return;
  for (const end of ends.toReversed()) await end();
  for (const app of apps) await app.stop();
  distrust();
});

/** The processes, as a client sees them. */
function through(name: string): TestApp {
  return {
    ...apps[0]!,
    call: (method, path, options) => call(bases.get(name)!, method, path, options),
  };
}

describe.each(installed)('$name with the file in deploy/load-balancer', (balancer) => {
  const { name } = balancer;

  test("passes on the client's address, whatever X-Forwarded-For the client sends", async () => {
    const statuses: number[] = [];
    // Each process allows three requests per address.
    for (let i = 0; i < 7; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` };
      statuses.push((await through(name).call('GET', '/api/v1/fraud/lists', { headers })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('leaves the rejection of a too large body to the process', async () => {
    const { key } = await apps[0]!.org();
    const options = { key, raw: Buffer.alloc(1_500_000, ' ') };
    const answer = await through(name).call('POST', '/api/v1/fraud/lists', options);
    expect([answer.status, answer.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('forwards events while their stream is open', async () => {
    const client = await ThreadClient.of(through(name));
    const { text } = await client.call('GET', streamPath('agent:a').replace('/api/v1', ''));
    expect(text).toMatch(/^event: unread$/m);
  });

  test('waits minutes only for a batch or a list import, not for a hanging process', async () => {
    const late: (() => void)[] = [];
    const hanging = createServer(({ url = '' }, response) => {
      const end = (): void => void response.end('late');
      if (url === '/readyz') end();
      else if (/batch|admin/.test(url)) late.push(end);
    }).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    ends.push(async () => hanging.close());
    const { port } = hanging.address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    const base = await startBalancer(balancer, await folderOfBalancer(), [host, host], {
      'proxy_read_timeout 60s': `proxy_read_timeout ${within(100)}ms`,
      'timeout client 60s': `timeout client ${within(100)}ms`,
      'timeout server 60s': `timeout server ${within(100)}ms`,
    });
    const paths = ['/fraud/screen/batch', '/fraud/subjects/batch', '/admin/lists/x'];
    const long = paths.map(async (path) => {
      const answer = await fetch(`${base}/api/v1${path}`, { method: 'POST' });
      return [answer.status, await answer.text()];
    });
    await eventually(() => late.length === paths.length);
    for (const method of ['GET', 'POST']) {
      const answer = await call(base, method, '/api/v1/fraud/lists');
      expect([503, 504]).toContain(answer.status);
      expect(answer.body.error.code).toBe('SERVICE_UNAVAILABLE');
    }
    for (const end of late) end();
    expect(await Promise.all(long)).toEqual(paths.map(() => [200, 'late']));
  });
});

test.skipIf(installed.length === 0)(
  'no request fails while one process after the other is replaced, if an interrupted POST is repeated with its key',
  async () => {
    const failed: string[] = [];
    const enough = new AbortController();
    let well = 0;
    let repeated = 0;
    /** Repeats a request while nginx sends it to a process that starts, as docs/operations/load-balancer.md says. */
    const started = async (
      name: keyof typeof READ,
      send: () => Promise<Answer>,
    ): Promise<Answer> => {
      for (;;) {
        const answer = await send();
        if (name !== 'nginx' || !answer.text.includes('the service is starting')) return answer;
        await sleep(20);
      }
    };
    const load = async (
      name: keyof typeof READ,
      client: ThreadClient,
      thread: string,
    ): Promise<void> => {
      while (!enough.signal.aborted) {
        const headers = { 'idempotency-key': randomUUID() };
        const send = () => started(name, () => client.sending(thread, 'r:a', 'Hello', { headers }));
        let sent = await send();
        // This is very rare: the client connected at the moment when the listener was closed.
        if (sent.status === 503 && sent.text.includes('no process')) {
          repeated += 1;
          sent = await send();
        }
        const listed = await started(name, () => client.call('GET', READ[name].path));
        for (const answer of [sent, listed])
          if (answer.status < 300) well += 1;
          else failed.push(answer.text);
        await sleep(5);
      }
    };
    const loads: Promise<void>[] = [];
    for (const { name } of installed) {
      const client = await ThreadClient.of(through(name));
      const thread = await client.thread(['r:a', 'r:b']);
      for (let i = 0; i < 4; i++) loads.push(load(name, client, thread));
    }
    for (const one of apps.toReversed()) {
      await one.service.stop();
      const before = well;
      await eventually(() => well > before + 50);
      const place = { ...SETTINGS, port: Number(new URL(one.url).port) };
      const next = await startTestApp(place, one.databaseUrl);
      ends.push(() => next.stop());
      // nginx tries a process again 2 s after the last failure.
      await eventually(async () => {
        const text = await next.service.metrics.registry.metrics();
        return installed.every(({ name }) => text.includes(`operation="${READ[name].operation}"`));
      });
    }
    enough.abort();
    await Promise.all(loads);
    expect(failed).toEqual([]);
    expect(repeated).toBeLessThan(5);
  },
);
