import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { InboxListener } from '../../support/inbox-listener.ts';
import { cleanUp, eventually, report, seeded } from '../../support/process.ts';
import { serversOfRun } from '../../support/servers/servers.ts';
import { ThreadClient, type Who } from '../../support/thread-client.ts';

const CHANGES = 10_000;
const CALLERS = 8;
/** The time for which a backend is suspended, possibly between getting its transaction number and its commit. */
const PAUSE_MS = 100;
const PAUSED_AT_ONCE = 3;
const BEN: Who = 'agent:ben';

let app: TestApp;
/** One on each server. */
let clients: ThreadClient[];
beforeAll(async () => {
  const settings = { rateLimits: undefined, role: 'api' } as const;
  app = await startTestApp(settings, undefined, { servers: await serversOfRun() });
  clients = [await ThreadClient.of(app), await ThreadClient.of(app), await ThreadClient.of(app)];
});
afterAll(async () => {
  await app.stop();
  await cleanUp();
});

test(`streams are sent all of ${CHANGES} changes that are made while backends of three servers are paused`, async () => {
  const { below } = seeded('streams-paused');
  const places = await Promise.all(clients.map(({ org }) => app.dbOf(org.id)));
  expect(new Set(places.map(({ server }) => server)).size).toBe(3);
  const listeners = await Promise.all(
    clients.map(({ org }) => new InboxListener(org.key, BEN).connected(app)),
  );
  const made = clients.map(() => new Set<string>());
  const state = { begun: 0, pauses: 0, stopped: false };
  const pausing = places.map(async (place) => {
    while (!state.stopped) {
      const { rows } = await place.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'oriki'
           AND pid <> pg_backend_pid() ORDER BY state = 'idle', random() LIMIT ${PAUSED_AT_ONCE}`,
      );
      const pids = (rows as { pid: number }[]).map(({ pid }) => pid);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await sleep(PAUSE_MS);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      state.pauses += pids.length;
      await sleep(below(2 * PAUSE_MS));
    }
  });
  const began = performance.now();
  const calling = Array.from({ length: CALLERS * clients.length }, async (_, n) => {
    const at = n % clients.length;
    while (state.begun < CHANGES) {
      state.begun += 1;
      made[at]!.add(await clients[at]!.thread([BEN]));
    }
  });
  await Promise.all(calling);
  const seconds = Math.round((performance.now() - began) / 1000);
  state.stopped = true;
  await Promise.all(pausing);
  const missed = (): number[] =>
    made.map((ids, i) => [...ids].filter((id) => !listeners[i]!.items.has(id)).length);
  await eventually(() => missed().every((count) => count === 0), 15_000).catch(() => {});
  report(
    `streams-paused: ${made.map(({ size }) => size).join(' + ')} changes in ${seconds} s, ${state.pauses} pauses, ` +
      `missed: ${missed().join(' + ')}`,
  );
  expect(missed()).toEqual([0, 0, 0]);
  for (const listener of listeners) listener.disconnect();
}, 300_000);
