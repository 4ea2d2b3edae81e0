import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { publishEvent } from '../support/publish-event.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migration/migrate.ts';
import { call, startTestApp } from '../support/app.ts';
import {
  cleanUp,
  eventually,
  migratedDataDir,
  postmasterPid,
  report,
  service,
  tenant,
} from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { openDatabase, settled, working } from '../support/webhook-checks.ts';
import { WebhookClient } from '../support/webhook-client.ts';

afterAll(cleanUp);

test('a rolled-back transaction sends nothing, and a committed one sends all its events', async () => {
  const receiver = await startReceiver();
  const app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
  const client = await WebhookClient.of(app);
  await client.create(receiver.url('/e'));
  const committed: string[] = [];
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      app.db
        .transaction(async (tx) => {
          const ids: string[] = [];
          for (const part of [0, 1])
            ids.push(
              (await publishEvent(tx, client.org.id, { type: 'load.event', data: { n, part } })).id,
            );
          // The pause is long enough for a dispatcher that would read uncommitted rows.
          if (n % 4 === 0) await sleep(20);
          if (n % 2 === 0) throw new Error('rolled back');
          return ids;
        })
        .then(
          (ids) => void committed.push(...ids),
          (error: Error) => expect(error.message).toBe('rolled back'),
        ),
    ),
  );
  await receiver.waitFor(committed.length);
  await settled(app.db);
  await sleep(300);
  expect(receiver.requests.map(({ id }) => id).toSorted()).toEqual(committed.toSorted());
  expect(committed.length).toBe(40);
  await app.stop();
  await receiver.stop();
});

test('loses nothing when the database dies and comes back during deliveries', async () => {
  const dataDir = await migratedDataDir();
  const server = await startEmbedded({ dataDir, progress: () => {} });
  await migrate(server.connection);
  const org = await tenant(server.url);
  const receiver = await startReceiver();
  receiver.behave('*', () => ({ status: 204, afterMs: 10 }));
  const env = {
    DATABASE_URL: server.url,
    ORIKI_KMS: 'none',
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_WEBHOOK_TIMEOUT_MS: '2000',
  };
  const api = await service({ ...env, ORIKI_ROLE: 'api' }).ready();
  const worker = service({ ...env, ORIKI_ROLE: 'worker' });
  await working(worker);
  for (const path of ['/a', '/b', '/c']) {
    const body = { name: path, url: receiver.url(path), events: ['*'] };
    expect((await call(api.url, 'POST', '/api/v1/webhooks', { key: org.key, body })).status).toBe(
      201,
    );
  }
  const acknowledged: string[] = [];
  const state = { stopped: false };
  let refused = 0;
  const publishers = Array.from({ length: 4 }, async (_, publisher) => {
    for (let n = 0; !state.stopped; n += 1) {
      const id = `e-${publisher}-${n}`;
      const body = { type: 'load.event', data: {}, id };
      const answer = await call(api.url, 'POST', '/api/v1/events', { key: org.key, body });
      if (answer.status === 202 || answer.status === 200) acknowledged.push(id);
      else {
        expect(answer.status, answer.text).toBe(503);
        refused += 1;
      }
      await sleep(5);
    }
  });
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const before = acknowledged.length;
    await eventually(() => acknowledged.length > before + 30);
    process.kill((await postmasterPid(dataDir))!, signal);
    await sleep(200);
    await server.ensureRunning();
    await eventually(() => acknowledged.length > before + 60);
  }
  state.stopped = true;
  await Promise.all(publishers);
  const db = openDatabase(server.url);
  await settled(db, 30_000);
  for (const path of ['/a', '/b', '/c']) {
    const arrived = new Set(
      receiver.requests.filter((one) => one.path === path).map(({ id }) => id),
    );
    expect(acknowledged.filter((id) => !arrived.has(id))).toEqual([]);
  }
  expect(receiver.overlaps()).toEqual([]);
  const repeated =
    receiver.requests.length - new Set(receiver.requests.map(({ id, path }) => id + path)).size;
  report(
    `webhooks and a dying database: ${acknowledged.length} events acknowledged, ${refused} refused, ${repeated} repeated`,
  );
  expect(refused).toBeGreaterThan(0);
  // Unrecorded outcomes are kept until they can be recorded: nothing is sent again for them.
  expect(repeated).toBe(0);
  await db.close();
  expect(await api.stop()).toEqual({ code: 0, signal: null });
  expect(await worker.stop()).toEqual({ code: 0, signal: null });
  await server.release();
  await receiver.stop();
});
