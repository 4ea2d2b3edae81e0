/** Tests that the queues of a dead process are taken over, and those of a living one that seems dead are safe. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/platform/db/database.ts';
import { LISTENING } from '../../../src/platform/db/session/listener.ts';
import { newId } from '../../../src/platform/ids.ts';
import { call } from '../../support/app.ts';
import { startDeliveryPlace, type DeliveryPlace } from '../../support/delivery-place.ts';
import { eventually, report, type ServiceProcess } from '../../support/process.ts';
import type { ReceivedRequest, Receiver } from '../../support/receiver.ts';
import { badLines, countRows, settled, working } from '../../support/webhook-checks.ts';

/** The time-out of a request. A lease is longer by 15 s (dispatch/lease.ts), so none ends in any of these tests. */
const TIMEOUT_MS = 10_000;
const ENDPOINTS = 10;

let place: DeliveryPlace;
let db: Database;
let receiver: Receiver;
let org: { id: string; key: string };

beforeEach(async () => {
  place = await startDeliveryPlace({ ORIKI_WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
  ({ db, receiver, org } = place);
});
afterEach(() => place.stop());

async function ask(
  api: ServiceProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ id: string }> {
  const answer = await call(api.url, method, `/api/v1${path}`, {
    key: org.key,
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

async function subscribe(api: ServiceProcess, path: string): Promise<string> {
  return (
    await ask(api, 'POST', '/webhooks', { name: path, url: receiver.url(path), events: ['*'] })
  ).id;
}

function publish(api: ServiceProcess, count: number): Promise<string[]> {
  return Promise.all(
    Array.from(
      { length: count },
      async (_, n) => (await ask(api, 'POST', '/events', { type: 'load.event', data: { n } })).id,
    ),
  );
}

function key({ path, id }: ReceivedRequest): string {
  return `${path} ${id}`;
}

/** Returns the events that arrived more than once. */
function repeated(): Set<string> {
  return new Set(
    [...Map.groupBy(receiver.requests, key)].filter(([, all]) => all.length > 1).map(([id]) => id),
  );
}

test('a process that is killed and started again continues, and repeats only requests that were running', async () => {
  const paths = Array.from({ length: ENDPOINTS }, (_, n) => `/e${n}`);
  receiver.behave('*', { status: 204, afterMs: 40 });
  const first = await place.start('all').ready();
  for (const path of paths) await subscribe(first, path);
  const ids = await publish(first, 60);
  await receiver.waitFor((requests) => requests.length > 100);
  first.signal('SIGKILL');
  await first.ended;
  const killedAt = performance.now();
  await sleep(100);
  // Attempts without a record were running, or had ended a moment before.
  const unrecorded = new Set(
    (
      await sql<{ key: string }>`
          SELECT w.name || ' ' || q.event_id AS key FROM delivery_queue q
          JOIN webhooks w ON w.org_id = q.org_id AND w.id = q.webhook_id`.execute(db.read)
    ).rows.map((row) => row.key),
  );
  const cut = new Set(receiver.requests.map(key).filter((one) => unrecorded.has(one)));
  const before = receiver.requests.length;

  const second = await place.start('all').ready();
  const readyAt = performance.now();
  // All queues are free again, like those of newer events.
  ids.push(...(await publish(second, 5)));
  await receiver.waitFor((requests) =>
    paths.every((path) => requests.slice(before).some((one) => one.path === path)),
  );
  const arrivals = receiver.requests.slice(before);
  const firstAfter = arrivals[0]!.at - readyAt;
  const all = paths.map((path) => arrivals.find((one) => one.path === path)!.at - readyAt);
  await settled(db);
  const arrived = new Set(receiver.requests.map(key));
  expect(
    paths.flatMap((path) => ids.map((id) => `${path} ${id}`)).filter((one) => !arrived.has(one)),
  ).toEqual([]);
  const again = repeated();
  expect([...again].filter((one) => !cut.has(one))).toEqual([]);
  expect(receiver.overlaps()).toEqual([]);
  report(
    `webhooks-takeover: ready ${Math.round(readyAt - killedAt)} ms after the kill, first delivery ` +
      `${Math.round(firstAfter)} ms after that, the last of ${ENDPOINTS} queues ${Math.round(Math.max(...all))} ms; ` +
      `${unrecorded.size} deliveries queued, ${cut.size} of them sent without a record, ${again.size} repeated`,
  );
  expect(cut.size).toBeGreaterThan(0);
  expect(firstAfter, 'timing: the first delivery').toBeLessThan(3000);
  expect(Math.max(...all), 'timing: the last queue').toBeLessThan(5000);
  expect(badLines(second.stdout.split('\n'))).toEqual([]);
  expect(await second.stop()).toEqual({ code: 0, signal: null });
});

test('a process whose database sessions are closed keeps its queues, although another could take them, and repeats nothing', async () => {
  receiver.behave('*', { status: 204, afterMs: 200 });
  const api = await place.start('api').ready();
  for (let n = 0; n < ENDPOINTS; n += 1) await subscribe(api, `/e${n}`);
  const worker = place.start('worker');
  await working(worker);
  const ids = await publish(api, 10);
  await receiver.waitFor(ENDPOINTS);
  const other = place.start('worker');
  await working(other);
  const queues = async (): Promise<unknown[]> =>
    (await sql`SELECT webhook_id, fence FROM webhook_lanes ORDER BY webhook_id`.execute(db.read))
      .rows;
  const before = await queues();
  const holders = async (): Promise<string[]> =>
    (
      await sql<{ holder: string }>`SELECT DISTINCT holder FROM webhook_lanes`.execute(db.read)
    ).rows.map(({ holder }) => holder);
  for (let n = 0; n < 4; n += 1) {
    const [holder] = await holders();
    // The first losses end only the sessions that show that a process is alive; the later ones end all sessions, like a
    // restart of the database.
    const which =
      n < 2 ? sql`application_name = ${LISTENING}` : sql`application_name <> 'oriki:test'`;
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`.execute(
      db.read,
    );
    // Other processes see the new session.
    await eventually(async () => {
      const now = await holders();
      return now.length === 1 && now[0] !== holder && now[0]!.startsWith('session_');
    });
    await eventually(() =>
      publish(api, 5).then(
        (more) => ids.push(...more) > 0,
        () => false,
      ),
    );
    await sleep(1500);
  }
  await settled(db);
  expect(await queues()).toEqual(before);
  expect(new Set(receiver.requests.map(key)).size).toBeGreaterThanOrEqual(ids.length * ENDPOINTS);
  expect([...repeated()]).toEqual([]);
  expect(await worker.stop()).toEqual({ code: 0, signal: null });
  // The lease was released, and not taken.
  ids.push(...(await publish(api, 1)));
  await settled(db);
  expect([...repeated()]).toEqual([]);
  expect(await other.stop()).toEqual({ code: 0, signal: null });
  expect(await api.stop()).toEqual({ code: 0, signal: null });
});

test('no process sends, or answers a deletion, until a holder that lost only its session can start no more requests', async () => {
  const SETTLES_MS = 3000;
  const api = await place.start('all').ready();
  const kept = await subscribe(api, '/kept');
  const deleted = await subscribe(api, '/deleted');
  // The state left by a process that reads slowly and cannot open another session.
  await sql`UPDATE webhook_lanes SET holder = ${newId('session')}, fence = 7,
      leased_until = now() + interval '25 s', send_within_ms = ${SETTLES_MS}`.execute(db.read);
  await publish(api, 1);
  const fence = (id: string): Promise<number> =>
    countRows(db, sql`SELECT fence AS count FROM webhook_lanes WHERE webhook_id = ${id}`);
  await eventually(async () => (await fence(kept)) > 7 && (await fence(deleted)) > 7, 5000);
  const takenAt = performance.now();
  expect(receiver.requests.length).toBe(0);
  await ask(api, 'DELETE', `/webhooks/${deleted}`);
  expect(performance.now() - takenAt).toBeGreaterThan(SETTLES_MS - 500);
  const [request] = await receiver.waitFor(1);
  expect(request!.path).toBe('/kept');
  expect(request!.at - takenAt).toBeGreaterThan(SETTLES_MS - 500);
  await sleep(500);
  expect(receiver.requests.length).toBe(1);
  expect(await api.stop()).toEqual({ code: 0, signal: null });
});

test('a lease whose holder has no known session ends only by time', async () => {
  const api = await place.start('all').ready();
  await subscribe(api, '/e');
  // One process is of an earlier version, and one has no session.
  for (const prefix of ['dispatcher', 'process']) {
    await sql`UPDATE webhook_lanes SET holder = ${newId(prefix)}, fence = fence + 1,
        leased_until = now() + interval '4 s'`.execute(db.read);
    const before = receiver.requests.length;
    await publish(api, 1);
    await sleep(3000);
    expect(receiver.requests.length).toBe(before);
    await receiver.waitFor(before + 1);
    await settled(db);
  }
  expect(await api.stop()).toEqual({ code: 0, signal: null });
});
