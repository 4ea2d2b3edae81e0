import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { startDeliveryPlace } from '../../../support/delivery-place.ts';
import { cleanUp, eventually, report, seeded } from '../../../support/process.ts';
import { countRows, working } from '../../../support/webhook-checks.ts';

const EVENTS = 12;
const KILLS_OF_A_STEP = 3;
/** The hours after which 50, 75 and 90 % of five days have passed. */
const STEPS = [60.1, 90.1, 108.1];

afterEach(cleanUp);

test('a warning of a failing webhook is sent once at each step, however often one of two dispatchers is killed', async () => {
  const random = seeded('webhooks-warnings-kill');
  const place = await startDeliveryPlace({ ORIKI_WEBHOOK_TIMEOUT_MS: '500' });
  const { db, receiver, start } = place;
  receiver.behave('/failing', () => ({ status: 500, afterMs: random.below(20) }));
  receiver.behave('/other', { status: 204 });
  const api = await start('api').ready();
  const ask = (path: string, body: unknown) => place.post(api, path, body);
  const subscribe = (path: string, events: string[]) =>
    ask('/webhooks', { name: path, url: receiver.url(path), events });
  const { id } = await subscribe('/failing', ['*']);
  await subscribe('/other', ['webhook.failing']);
  let serial = 0;
  const startWorker = () => start('worker', `worker-${(serial += 1)}`);
  const workers = [startWorker(), startWorker()];
  await Promise.all(workers.map(working));
  for (let n = 0; n < EVENTS; n += 1) await ask('/events', { type: 'a.b', data: { n } });
  await receiver.waitFor(EVENTS, { path: '/failing' });

  // Keeps making failed deliveries due again.
  const state = { stopped: false };
  const hurrying = (async () => {
    while (!state.stopped) {
      await sql`UPDATE delivery_queue SET due_at = now(), step = 1
          WHERE webhook_id = ${id} AND due_at > now()`.execute(db.read);
      await sql`SELECT pg_notify('deliveries_due', '')`.execute(db.read);
      await sleep(20);
    }
  })();
  const told = async (): Promise<number[]> => {
    const { rows } = await sql<{ percent: number }>`
        SELECT (body::json -> 'data' ->> 'percent')::int AS percent FROM events
        WHERE type = 'webhook.failing' ORDER BY created_at`.execute(db.read);
    return rows.map(({ percent }) => percent);
  };
  const attempts = () => countRows(db, sql`SELECT count(*) FROM delivery_attempts`);
  let kills = 0;
  for (const [step, hours] of STEPS.entries()) {
    await sql`UPDATE webhook_lanes SET failing_since = now() - make_interval(secs => ${hours * 3600}),
          warned_of = CASE WHEN warned_of = failing_since THEN now() - make_interval(secs => ${hours * 3600}) END
        WHERE webhook_id = ${id}`.execute(db.read);
    for (let n = 0; n < KILLS_OF_A_STEP; n += 1) {
      await sleep(random.below(120));
      const victim = random.below(2);
      workers[victim]!.signal('SIGKILL');
      await workers[victim]!.ended;
      kills += 1;
      workers[victim] = startWorker();
      await working(workers[victim]);
    }
    await eventually(async () => (await told()).length > step);
    const before = await attempts();
    await eventually(async () => (await attempts()) > before + 2 * EVENTS);
    expect(await told()).toEqual([50, 75, 90].slice(0, step + 1));
  }
  state.stopped = true;
  await hurrying;
  // A delivery may arrive twice after a kill, with the same id.
  const seen = () =>
    new Set(receiver.requests.filter(({ path }) => path === '/other').map((one) => one.id));
  await eventually(() => seen().size === STEPS.length);
  const toItself = receiver.requests.filter(
    ({ path, body }) => path === '/failing' && body.includes('webhook.failing'),
  );
  expect(toItself).toEqual([]);
  report(`warnings: ${kills} kills, ${await attempts()} attempts, told ${await told()}`);
  for (const worker of workers) await worker.stop();
  await api.stop();
  await place.stop();
});
