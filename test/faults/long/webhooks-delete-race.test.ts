import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/platform/db/database.ts';
import { call } from '../../support/app.ts';
import { caFile, removeCaFile } from '../../support/certificates.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import {
  cleanUp,
  eventually,
  report,
  seeded,
  service,
  tenant,
  type ServiceProcess,
} from '../../support/process.ts';
import {
  machineMs,
  startClockedReceiver,
  type ClockedReceiver,
} from '../../support/clocked-receiver.ts';
import {
  badLines,
  deliveryLog,
  expectAgreement,
  openDatabase,
  working,
} from '../../support/webhook-checks.ts';

const DELETIONS = 1000;
const CHANGES = 80;
const REPEATS = 40;
const AT_ONCE = 20;
/**
 * The time for requests already on the wire: the way from the worker's socket through a proxy and TLS to the handler.
 */
const WIRE_MS = 10;
/** The delay of handshakes at the slow receiver: below and above the time within which requests must start. */
const HANDSHAKE_MS = 150;

let db: Database;
let api: ServiceProcess;
let worker: ServiceProcess;
let receiver: ClockedReceiver;
let org: { id: string; key: string };
const random = seeded('webhooks-delete-race');

beforeAll(async () => {
  const databaseUrl = await cloneDatabase();
  db = openDatabase(asOwner(databaseUrl));
  org = await tenant(databaseUrl);
  receiver = await startClockedReceiver(HANDSHAKE_MS);
  const env = {
    DATABASE_URL: databaseUrl,
    ORIKI_KMS: 'none',
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_WEBHOOK_TIMEOUT_MS: '2000',
    ORIKI_DATABASE_POOL_SIZE: '25',
    ORIKI_LOG_LEVEL: 'warn',
    NODE_EXTRA_CA_CERTS: await caFile(),
  };
  api = await service({ ...env, ORIKI_ROLE: 'api', ORIKI_LOG_LEVEL: 'info' }).ready();
  worker = service({ ...env, ORIKI_ROLE: 'worker', ORIKI_LOG_LEVEL: 'info' });
  await working(worker);
  // The processes compile their code and connect first, so that later races do not depend on which race comes first.
  await Promise.all(
    Array.from({ length: AT_ONCE }, () => race((id) => ask('DELETE', `/webhooks/${id}`))),
  );
});
afterAll(async () => {
  await cleanUp();
  await db.close();
  await receiver.stop();
  removeCaFile();
});

function ask(method: string, path: string, body?: unknown) {
  return call(api.url, method, `/api/v1${path}`, {
    key: org.key,
    ...(body === undefined ? {} : { body }),
  });
}

type Race = {
  type: string;
  path: string;
  askedAt: number;
  answeredAt: number;
  events: number;
};
type Stop = (id: string, path: string) => ReturnType<typeof ask>;
let races = 0;

/**
 * Publishes to a new subscription, and stops it in some way after a moment.
 * @param slowOneIn the share of races with the receiver with slow handshakes, whose requests start late
 */
async function race(stop: Stop, slowOneIn = 8): Promise<Race> {
  const serial = (races += 1);
  const path = `/r${serial}`;
  const slow = serial % slowOneIn === 0;
  const url = slow ? receiver.slowUrl(path) : receiver.plainUrl(path);
  const type = `race.number${serial}`;
  const created = await ask('POST', '/webhooks', { name: path, url, events: [type] });
  expect(created.status, created.text).toBe(201);
  const { id } = created.body.data;
  const events = 1 + random.below(3);
  const published: Promise<unknown>[] = [];
  // Waits for the first handshake, because after a fixed time no request might be running on a busy machine. There is no
  // new handshake if a connection is left over from a cancelled delivery.
  const begun = Promise.race([receiver.nextHandshake(), sleep(500)]);
  for (let n = 0; n < events; n += 1)
    published.push(
      ask('POST', '/events', { type, data: { n } }).then(({ status }) => expect(status).toBe(202)),
    );
  // The stop comes sometimes before the first event is stored, and sometimes after the last one has arrived.
  if (slowOneIn > 1) await sleep(random.below(slow ? HANDSHAKE_MS : 25));
  // The stop comes while events wait for the receiver, or for others that began at the same time.
  else await Promise.race(published).then(() => begun.then(() => sleep(random.below(50))));
  const askedAt = machineMs();
  const answer = await stop(id, path);
  const answeredAt = machineMs();
  expect(answer.status, answer.text).toBe(200);
  await Promise.all(published);
  return { type, path, askedAt, answeredAt, events };
}

async function run(count: number, stop: Stop, what: string, slowOneIn?: number): Promise<Race[]> {
  const all: Race[] = [];
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while ((left -= 1) >= 0) all.push(await race(stop, slowOneIn));
    }),
  );
  // Time for requests that must not come.
  await sleep(500);
  const late: string[] = [];
  const byPath = Map.groupBy(receiver.arrivals, (arrival) => arrival.path);
  let [before, during, last20, arrived, latest] = [0, 0, 0, 0, -Infinity];
  for (const { path, askedAt, answeredAt } of all)
    for (const request of byPath.get(path) ?? []) {
      arrived += 1;
      const after = request.at - answeredAt;
      latest = Math.max(latest, after);
      if (after > WIRE_MS) late.push(`${path}: ${after.toFixed(1)} ms after the answer`);
      if (request.at < askedAt) before += 1;
      else during += 1;
      if (after > -20) last20 += 1;
    }
  report(
    `${what}: ${count} races, ${all.reduce((sum, { events }) => sum + events, 0)} events, ${arrived} requests: ` +
      `${before} before it was asked for, ${during} between question and answer, ${last20} within the last 20 ms; ` +
      `the latest ${latest.toFixed(1)} ms after an answer`,
  );
  expect(late).toEqual([]);
  // There really were races.
  expect(during).toBeGreaterThan(count / 50);
  expect(arrived).toBeGreaterThan(count / 4);
  return all;
}

test(`starts no request after a deletion is answered, ${DELETIONS} times`, async () => {
  await run(DELETIONS, (id) => ask('DELETE', `/webhooks/${id}`), 'DELETE');
  const { rows } = await sql<{ status: string; count: number }>`
    SELECT status, count(*) FROM ${deliveryLog} d GROUP BY status ORDER BY status`.execute(db.read);
  report(`DELETE: ${rows.map(({ status, count }) => `${count} ${status}`).join(', ')}`);
  // Nothing is left, and both outcomes happened.
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'succeeded']);
  await expectAgreement(db);
  expect(badLines([...api.stdout.split('\n'), ...worker.stdout.split('\n')])).toEqual([]);
});

test(`starts no request after a pause is answered, ${CHANGES} times`, async () => {
  await run(CHANGES, (id) => ask('PATCH', `/webhooks/${id}`, { active: false }), 'PATCH active');
  await eventually(() => expectAgreement(db).then(() => true));
});

test(`starts no request to a replaced URL once that is answered, ${CHANGES} times`, async () => {
  const moved: string[] = [];
  const all = await run(
    CHANGES,
    (id, path) => {
      moved.push(`${path}-new`);
      return ask('PATCH', `/webhooks/${id}`, { url: receiver.plainUrl(`${path}-new`) });
    },
    'PATCH url',
  );
  const later = all.map(({ type }) => ask('POST', '/events', { type, data: {} }));
  for (const { status } of await Promise.all(later)) expect(status).toBe(202);
  // Each event arrives at one of the two URLs.
  await eventually(() => {
    const ids = new Set<string>();
    for (const { path } of all)
      for (const { path: where, id } of receiver.arrivals)
        if (where === path || where === `${path}-new`) ids.add(id);
    return ids.size === all.reduce((sum, { events }) => sum + events + 1, 0);
  });
  const reached = new Set(receiver.arrivals.map(({ path }) => path));
  expect(moved.filter((path) => !reached.has(path))).toEqual([]);
  expect(badLines([...api.stdout.split('\n'), ...worker.stdout.split('\n')])).toEqual([]);
});

test('starts no request after the answer to a repeated deletion or change', async () => {
  /** The milliseconds by which a replay was answered before the request that it replays. */
  const leads: Promise<number>[] = [];
  const ways: [string, Stop][] = [
    [
      'a second PATCH active',
      async (id) => {
        void ask('PATCH', `/webhooks/${id}`, { active: false }).catch(() => {});
        await sleep(10);
        return ask('PATCH', `/webhooks/${id}`, { active: false });
      },
    ],
    [
      'a second PATCH url',
      async (id, path) => {
        const url = receiver.plainUrl(`${path}-new`);
        void ask('PATCH', `/webhooks/${id}`, { url }).catch(() => {});
        await sleep(10);
        return ask('PATCH', `/webhooks/${id}`, { url });
      },
    ],
    [
      'a repeated DELETE with an idempotency key',
      async (id) => {
        const once = () =>
          call(api.url, 'DELETE', `/api/v1/webhooks/${id}`, {
            key: org.key,
            headers: { 'idempotency-key': `delete-${id}` },
          });
        const first = once().then(machineMs, machineMs);
        for (;;) {
          await sleep(5);
          const answer = await once();
          if (answer.status === 503) continue;
          const at = machineMs();
          leads.push(first.then((firstAt) => firstAt - at));
          return answer;
        }
      },
    ],
  ];
  for (const [what, stop] of ways) await run(REPEATS, stop, what, 1);
  // Replays must wait as long as the first answer: by chance, few of them are followed by a request.
  const sorted = (await Promise.all(leads)).toSorted((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)], 'timing: replays in ms').toBeLessThan(50);
});
