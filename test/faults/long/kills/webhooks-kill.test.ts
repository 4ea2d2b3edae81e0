import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../src/platform/db/database.ts';
import { call } from '../../../support/app.ts';
import { startDeliveryPlace, type DeliveryPlace } from '../../../support/delivery-place.ts';
import {
  cleanUp,
  eventually,
  report,
  seeded,
  type ServiceProcess,
} from '../../../support/process.ts';
import type { ReceivedRequest, Receiver } from '../../../support/receiver.ts';
import {
  badLines,
  countRows,
  deliveryLog,
  settled,
  working,
} from '../../../support/webhook-checks.ts';

const ENDPOINTS = 6;
const KILLS = 12;
const TIMEOUT_MS = 500;
/** The time until an outcome is recorded, on a slow machine. */
const RECORDED_WITHIN_MS = 2000;
/** The time within which bytes from a killed process arrive at a busy receiver. */
const ARRIVES_WITHIN_MS = 100;

let place: DeliveryPlace;
let db: Database;
let receiver: Receiver;
let org: { id: string; key: string };

beforeEach(async () => {
  place = await startDeliveryPlace({ ORIKI_WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
  ({ db, receiver, org } = place);
});
afterEach(() => place.stop());
afterAll(cleanUp);

async function subscribe(api: ServiceProcess, path: string, events: string[]): Promise<string> {
  const body = { name: path, url: receiver.url(path), events };
  const answer = await call(api.url, 'POST', '/api/v1/webhooks', { key: org.key, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}

/** Records which session took which lease, to distinguish the leases of a dead process from those of a living one. */
async function watchHolders(): Promise<void> {
  await sql`CREATE TABLE seen_holders (holder text, app text, PRIMARY KEY (holder, app))`.execute(
    db.read,
  );
  await sql`CREATE FUNCTION see_holder() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF NEW.holder IS DISTINCT FROM OLD.holder THEN
        INSERT INTO seen_holders VALUES (NEW.holder, current_setting('application_name')) ON CONFLICT DO NOTHING;
      END IF;
      RETURN NEW;
    END $$`.execute(db.read);
  await sql`CREATE TRIGGER see_holder BEFORE UPDATE ON webhook_lanes
    FOR EACH ROW EXECUTE FUNCTION see_holder()`.execute(db.read);
}

/** Returns the index of the process with more leases. */
async function busier(names: string[]): Promise<number> {
  const { rows } = await sql<{ app: string; count: number }>`
    SELECT app, count(*) FROM webhook_lanes JOIN seen_holders USING (holder)
    WHERE leased_until > now() GROUP BY app`.execute(db.read);
  const leases = names.map((name) => rows.find(({ app }) => app === name)?.count ?? 0);
  return leases.indexOf(Math.max(...leases));
}

/** Kills the process. @returns the time, and the number of running requests of all processes */
async function kill(process: ServiceProcess): Promise<{ at: number; underWay: number }> {
  const underWay = receiver.requests.filter(({ endedAt }) => endedAt === undefined).length;
  process.signal('SIGKILL');
  expect((await process.ended).signal).toBe('SIGKILL');
  return { at: performance.now(), underWay };
}

/** Returns the number of queues that it holds. */
function leasesOf(name: string): Promise<number> {
  return countRows(
    db,
    sql`SELECT count(*) FROM webhook_lanes
      WHERE leased_until > now() AND holder IN (SELECT holder FROM seen_holders WHERE app = ${name})`,
  );
}

test(`delivers every acknowledged event while workers are killed ${KILLS} times`, async () => {
  const random = seeded('webhooks-kill');
  await watchHolders();
  const api = await place.start('api', 'api').ready();
  const paths = Array.from({ length: ENDPOINTS }, (_, index) => `/e${index}`);
  // The first subscriptions get everything, and the others get a part.
  const patterns = [
    ['*'],
    ['load.*'],
    ['load.even'],
    ['load.odd'],
    ['load.even', 'load.odd'],
    ['load.*'],
  ];
  for (const [index, path] of paths.entries()) await subscribe(api, path, patterns[index]!);
  // One receiver answers immediately and the others are slow, so that a kill finds running requests.
  receiver.behave('*', (request) => ({
    status: 204,
    ...(request.path === '/e0' ? {} : { afterMs: 5 + random.below(60) }),
  }));

  let serial = 0;
  const startWorker = () => {
    const name = `worker-${(serial += 1)}`;
    return { name, process: place.start('worker', name) };
  };
  const workers = [startWorker(), startWorker()];
  await Promise.all(workers.map(({ process }) => working(process)));

  const acknowledged = new Map<string, string>();
  const state = { stopped: false };
  const publisher = async (): Promise<void> => {
    while (!state.stopped) {
      const type = random.below(2) === 0 ? 'load.even' : 'load.odd';
      const answer = await call(api.url, 'POST', '/api/v1/events', {
        key: org.key,
        body: { type, data: { n: acknowledged.size } },
      });
      expect(answer.status, answer.text).toBe(202);
      acknowledged.set(answer.body.data.id, type);
      await sleep(random.below(30));
    }
  };
  const publishing = Promise.all(Array.from({ length: 4 }, publisher));

  const kills: { at: number; underWay: number; leases: number }[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < KILLS; n += 1) {
    const before = receiver.requests.length;
    await receiver.waitFor((requests) => requests.length > before + 40);
    await sleep(random.below(80));
    const victim = workers.splice(await busier(workers.map(({ name }) => name)), 1)[0]!;
    const killed = await kill(victim.process);
    workers.push(startWorker());
    kills.push({ ...killed, leases: await leasesOf(victim.name) });
    await working(workers.at(-1)!.process);
    // Other processes take them over long before the leases end by themselves.
    await eventually(async () => (await leasesOf(victim.name)) === 0, 10_000);
  }
  state.stopped = true;
  await publishing;

  const expected = (path: string): string[] => {
    const wanted = patterns[paths.indexOf(path)]!;
    return [...acknowledged]
      .filter(([, type]) =>
        wanted.some((pattern) => pattern === '*' || pattern === 'load.*' || pattern === type),
      )
      .map(([id]) => id);
  };
  await eventually(
    () =>
      paths.every((path) => {
        const arrived = new Set(
          receiver.requests.filter((one) => one.path === path).map(({ id }) => id),
        );
        return expected(path).every((id) => arrived.has(id));
      }),
    20_000,
  );
  // Attempts that timed out on a slow machine are retried now and not in minutes.
  await sql`UPDATE delivery_queue SET due_at = now() WHERE due_at > now()`.execute(db.read);
  await settled(db);

  // Deliveries arrived only at the right endpoints, never two at a time, and were repeated only if a kill cut them off.
  const { rows: logged } = await sql<{ key: string; attempts: number }>`
      SELECT w.name || ' ' || d.event_id AS key, d.attempt_count AS attempts FROM ${deliveryLog} d
      JOIN webhooks w ON w.org_id = d.org_id AND w.id = d.webhook_id`.execute(db.read);
  const attempts = new Map(logged.map((row) => [row.key, row.attempts]));
  const repeated: ReceivedRequest[] = [];
  const inexplicable: string[] = [];
  for (const path of paths) {
    const wanted = new Set(expected(path));
    const byId = Map.groupBy(
      receiver.requests.filter((one) => one.path === path),
      ({ id }) => id,
    );
    for (const [id, requests] of byId) {
      expect(wanted.has(id), `${id} at ${path}`).toBe(true);
      repeated.push(...requests.slice(1));
      // These attempts were running at a kill, or had ended so shortly before it that they were not recorded.
      const cut = requests.filter((one) =>
        kills.some(
          ({ at }) =>
            one.at <= at + ARRIVES_WITHIN_MS &&
            (one.endedAt ?? Infinity) >= at - RECORDED_WITHIN_MS,
        ),
      ).length;
      // All others are in the log, including time-outs on a slow machine.
      if (requests.length > attempts.get(`${path} ${id}`)! + cut)
        inexplicable.push(
          `${id} at ${path}: ${requests.map(({ at, endedAt }) => `${Math.round(at)}-${Math.round(endedAt ?? 0)}`).join(', ')}`,
        );
    }
  }
  expect(inexplicable, `killed at ${kills.map(({ at }) => Math.round(at)).join(', ')}`).toEqual([]);
  expect(receiver.overlaps()).toEqual([]);
  const rows = await sql<{ status: string; count: number }>`
    SELECT status, count(*) FROM ${deliveryLog} d GROUP BY status`.execute(db.read);
  expect(rows.rows).toEqual([
    { status: 'succeeded', count: paths.reduce((sum, path) => sum + expected(path).length, 0) },
  ]);
  for (const { process } of workers)
    expect(await process.stop()).toEqual({ code: 0, signal: null });
  for (const { process } of workers) expect(badLines(process.stdout.split('\n'))).toEqual([]);
  expect(await api.stop()).toEqual({ code: 0, signal: null });

  report(
    `webhooks-kill: ${acknowledged.size} events, ${rows.rows[0]!.count} deliveries, ${receiver.requests.length} requests, ` +
      `${repeated.length} repeated; under way at each kill: ${kills.map(({ underWay }) => underWay).join(' ')}; ` +
      `leases of the dead: ${kills.map(({ leases }) => leases).join(' ')}; ` +
      `${Math.round(performance.now() - startedAt)} ms`,
  );
  // The faults really happened.
  expect(kills.filter(({ underWay }) => underWay > 0).length).toBeGreaterThan(KILLS / 2);
  expect(kills.reduce((sum, { leases }) => sum + leases, 0)).toBeGreaterThan(KILLS);
  expect(repeated.length).toBeGreaterThan(0);
  expect(repeated.length).toBeLessThan(rows.rows[0]!.count / 4);
});

test('delivers the committed events of an api process that was killed before its answers', async () => {
  const random = seeded('webhooks-kill api');
  let api = await place.start('api', 'api-0').ready();
  await subscribe(api, '/late', ['load.*']);
  const worker = place.start('worker', 'worker');
  await working(worker);
  const acknowledged: string[] = [];
  const uncertain: string[] = [];
  const events: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    // Each continues until it is cut off, so that the kill finds running requests.
    const senders = Array.from({ length: 20 }, async (_, sender) => {
      for (let serial = 0; ; serial += 1) {
        const id = `late-${n}-${sender}-${serial}`;
        events.push(id);
        try {
          const answer = await call(api.url, 'POST', '/api/v1/events', {
            key: org.key,
            body: { type: 'load.one', data: {}, id },
          });
          if (answer.status === 202) acknowledged.push(id);
        } catch {
          uncertain.push(id);
          return;
        }
      }
    });
    // The process is killed between the answers, while some commits are recent and others are still to come.
    const before = acknowledged.length;
    const answers = 1 + random.below(12);
    await eventually(() => acknowledged.length >= before + answers);
    await sleep(random.below(10));
    api.signal('SIGKILL');
    await Promise.all([...senders, api.ended]);
    if (n < 4) api = await place.start('api', `api-${n + 1}`).ready();
  }
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM events WHERE type = 'load.one'`.execute(db.read);
  const committed = rows.map(({ id }) => id);
  expect(acknowledged.filter((id) => !committed.includes(id))).toEqual([]);
  await settled(db);
  // All committed events arrive, acknowledged or not, and no others.
  expect(receiver.requests.map(({ id }) => id).toSorted()).toEqual(committed.toSorted());
  report(
    `webhooks-kill api: ${events.length} events sent, ${acknowledged.length} acknowledged, ${uncertain.length} cut off, ` +
      `${committed.length} committed and delivered`,
  );
  expect(acknowledged.length).toBeGreaterThanOrEqual(5);
  expect(uncertain.length).toBe(5 * 20);
  expect(await worker.stop()).toEqual({ code: 0, signal: null });
});
