/** Processes on one database whose machines' clocks differ, and change while they run. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, type CallOptions } from '../../support/app.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import {
  cleanUp,
  cli,
  freshDataDir,
  service,
  tenant,
  type ServiceProcess,
} from '../../support/process.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { writePrices } from '../../support/several/prices.ts';
import { streamPath } from '../../support/inbox-listener.ts';
import { within } from '../../support/within.ts';

const DAY_MS = 86_400_000;
const TO_1970 = -Date.now();
const SHIM = pathToFileURL(join(import.meta.dirname, '../../support/set-clock.ts')).href;
function clockEnv(...steps: number[]) {
  return {
    NODE_OPTIONS: `--import ${SHIM}`,
    ORIKI_TEST_CLOCK: steps.join(),
  };
}

let env: Record<string, string>;
let right: ServiceProcess;
let wrong: ServiceProcess;
let owner: Awaited<ReturnType<typeof tenant>>;
let receiver: Receiver;
let db: Client;
beforeAll(async () => {
  const databaseUrl = await cloneDatabase();
  const dataDir = await freshDataDir();
  env = {
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: dataDir,
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_PRICE_SHEET_FILE: await writePrices(join(dataDir, '..')),
  };
  right = service({ ...env, ORIKI_ROLE: 'api' });
  // It also does all background work.
  wrong = service({ ...env, ...clockEnv(TO_1970, DAY_MS, -DAY_MS, TO_1970) });
  await Promise.all([right.ready(), wrong.ready()]);
  owner = await tenant(databaseUrl, 'enterprise');
  receiver = await startReceiver();
  db = new Client({ connectionString: asOwner(databaseUrl) });
  await db.connect();
});
afterAll(async () => {
  await Promise.all([right.stop(), wrong.stop()]);
  await receiver.stop();
  await db.end();
  await cleanUp();
});

// eslint-disable-next-line typescript/no-explicit-any
type Data = any;
async function ask(
  process: ServiceProcess,
  status: number,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Data> {
  const answer = await call(process.url, method, `/api/v1${path}`, { key: owner.key, ...options });
  expect([answer.status, status === answer.status ? '' : answer.text]).toEqual([status, '']);
  return answer.body.data;
}

const TOLERANCE_MS = 60_000;
function expectNow(time: string | number | Date): void {
  return expect(Math.abs(new Date(time).getTime() - Date.now())).toBeLessThan(TOLERANCE_MS);
}
function eventually<T>(look: () => Promise<T> | T): Promise<T> {
  return vi.waitFor(look, { timeout: within(20_000), interval: 50 });
}

describe.each(['in 1970', 'a day ahead', 'a day behind', 'in 1970 again'])(
  'a process whose clock is %s, next to one with the correct time',
  (when) => {
    beforeAll(async () => {
      if (when === 'in 1970') return;
      wrong.signal('SIGUSR2');
      await sleep(100);
    });
    const name = when.replaceAll(' ', '-');

    test('makes ids in the same order as the other', async () => {
      const list = async (process: ServiceProcess, i: number): Promise<Data> =>
        ask(process, 201, 'POST', '/fraud/lists', {
          body: { source: `${name}-${i}`, name: 'L', kind: 'tenant_blocklist' },
        });
      const made = [];
      for (let i = 0; i < 6; i += 1) {
        made.push(await list(i % 2 ? wrong : right, i));
        await sleep(20);
      }
      const ids = made.map(({ id }) => id);
      expect(ids.toSorted()).toEqual(ids);
      const screened = await ask(wrong, 200, 'POST', '/fraud/screen', {
        body: { name: 'Ada Obi' },
      });
      expectNow(screened.screenedAt);
      const verified = await ask(wrong, 200, 'POST', '/identity/verify-bvn', {
        body: {
          subjectId: 's',
          bvn: '22222222220',
          matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
        },
      });
      const found = await ask(right, 200, 'GET', '/identity/verifications?subjectId=s&limit=1');
      expect(found.items[0].verificationId).toBe(verified.verificationId);
      expectNow(found.items[0].verifiedAt);
    });

    test("replays the other's answer for the same idempotency key", async () => {
      const options = {
        headers: { 'idempotency-key': `key-${name}` },
        body: { source: `idem-${name}`, name: 'L', kind: 'tenant_blocklist' },
      };
      const first = await ask(right, 201, 'POST', '/fraud/lists', options);
      expect(await ask(wrong, 201, 'POST', '/fraud/lists', options)).toEqual(first);
    });

    test('delivers with a correct timestamp, and ends no subscription whose receiver has just failed', async () => {
      const path = `/hook-${name}`;
      receiver.behave(path, (_, n) => ({ status: n === 1 ? 500 : 200 }));
      const hook = await ask(wrong, 201, 'POST', '/webhooks', {
        body: { name: 'H', url: receiver.url(path), events: [`${name}.*`] },
      });
      for (let i = 0; i < 3; i += 1)
        await ask(wrong, 202, 'POST', '/events', { body: { type: `${name}.x`, data: {} } });
      const requests = await receiver.waitFor(3, { path });
      for (const { headers, body } of requests) {
        expectNow(Number(headers['webhook-timestamp']) * 1000);
        expectNow(JSON.parse(body.toString()).timestamp);
      }
      const failed = await eventually(async () => {
        const { items } = await ask(right, 200, 'GET', `/webhooks/${hook.id}/deliveries`);
        expect(items.every(({ attemptCount }: Data) => attemptCount > 0)).toBe(true);
        return items.find(({ attempts }: Data) => attempts[0].statusCode === 500);
      });
      expectNow(failed.attempts[0].at);
      const { rows } = await db.query(
        'SELECT failing_since FROM webhook_lanes WHERE webhook_id = $1',
        [hook.id],
      );
      if (rows[0]?.failing_since) expectNow(rows[0].failing_since);
      const { active } = await ask(right, 200, 'GET', `/webhooks/${hook.id}`);
      expect(active).toBe(true);
    });

    test('accepts the tokens, addresses and keys of the other while they are valid', async () => {
      await ask(right, 201, 'POST', '/channels', {
        body: { slug: name, displayName: 'C', entityType: 'order' },
      });
      const who = { externalId: 'ben', role: 'agent' };
      for (const [from, to] of [
        [right, wrong],
        [wrong, right],
      ] as const) {
        const { token, expiresAt } = await ask(from, 201, 'POST', '/threads/inbox/stream-token', {
          body: who,
        });
        expectNow(expiresAt);
        const opened = await fetch(`${to.url}${streamPath('agent:ben', `&token=${token}`)}`);
        expect(opened.status).toBe(200);
        await opened.body!.cancel();
      }
      const created = await ask(right, 201, 'POST', '/exports', {
        body: { dataType: 'usage', format: 'CSV' },
      });
      const done = await eventually(async () => {
        const found = await ask(wrong, 200, 'GET', `/exports/${created.id}`);
        expect(found.status).toBe('COMPLETED');
        return found;
      });
      for (const { url } of [right, wrong]) {
        const address = new URL(done.downloadUrl);
        const file = await fetch(`${url}${address.pathname}${address.search}`);
        expect(file.status).toBe(200);
        await file.arrayBuffer();
      }
      const soon = new Date(Date.now() + 3_000).toISOString();
      const later = new Date(Date.now() + 3_600_000).toISOString();
      const keyUntil = async (expiresAt: string): Promise<string> => {
        const scope = ['--scope', 'fraud:manage', '--expires-at', expiresAt, '--json'];
        const { stdout } = await cli(['key', 'create', '--org', owner.id, ...scope], {
          ...env,
          ...clockEnv(DAY_MS),
        });
        return JSON.parse(stdout).key;
      };
      const [valid, ending] = [await keyUntil(later), await keyUntil(soon).catch(() => undefined)];
      await ask(wrong, 200, 'GET', '/fraud/lists', { key: valid });
      if (ending === undefined) return;
      await sleep(Math.max(0, Date.parse(soon) - Date.now()) + 500);
      await ask(wrong, 401, 'GET', '/fraud/lists', { key: ending });
    });

    test('counts rate limits in the windows of the other, and reports correctly when they end', async () => {
      const { key } = await tenant(env['DATABASE_URL']!, 'pro');
      // The service counts the requests before it reads the body: 100 per hour.
      const counted = ({ url }: ServiceProcess) =>
        call(url, 'POST', '/api/v1/exports', { key, body: {} });
      const answers = [];
      for (let i = 0; i < 104; i += 1) answers.push(await counted(i % 2 ? wrong : right));
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.indexOf(refused[0]!)).toBe(100);
      expect(refused).toHaveLength(4);
      for (const { headers } of refused) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
      }
    });
  },
);

test("a process uses the database's clock to decide when organizations have left the first bucket", async () => {
  const asOwners = { ...env, ORIKI_MIGRATION_DATABASE_URL: asOwner(env['DATABASE_URL']!) };
  const { id } = await tenant(env['DATABASE_URL']!, 'pro');
  for (const args of [
    ['buckets', 'add', '1'],
    ['org', 'move', '--id', id, '--to', 'bucket_001'],
  ]) {
    const { code, stderr } = await cli(args, asOwners);
    expect([code, stderr]).toEqual([0, expect.anything()]);
  }
  // The process polls every 10 seconds.
  await sleep(12_000);
  for (const { stdout } of [right, wrong])
    expect(stdout).not.toContain('the clock of the database could not be read');
  const { status } = await fetch(`${wrong.url}/readyz`);
  expect(status).toBe(200);
});

test("does not invoice a month before its end, whatever the machine's clock shows", async () => {
  const month = new Date().toISOString().slice(0, 7);
  const { code, stderr } = await cli(['invoices', 'run', '--month', month], {
    ...env,
    ...clockEnv(40 * DAY_MS),
  });
  expect(code).toBe(1);
  expect(stderr).toContain('month: has not ended yet');
});
