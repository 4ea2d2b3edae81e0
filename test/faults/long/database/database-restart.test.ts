import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startEmbedded } from '../../../../src/platform/db/embedded.ts';
import { call, type Answer } from '../../../support/app.ts';
import {
  cleanUp,
  cli,
  eventually,
  migratedDataDir,
  postmasterPid,
  report,
  seeded,
  service,
  type ServiceProcess,
} from '../../../support/process.ts';

afterAll(cleanUp);

/** The time until the service answers again after its database does. */
const RECOVERY_MS = 5000;
const WRITERS = 4;
/** The signals that kill the server: a crash of all its processes, or of the postmaster alone. */
const DEATHS = ['SIGQUIT', 'SIGKILL'] as const;

type Fault = { kill: (signal: NodeJS.Signals) => Promise<void>; bringBack: () => Promise<void> };

/**
 * Loads one organization while the database dies and comes back. Checks every answer as it arrives; at the end every
 * acknowledged write must exist.
 */
async function underLoad(
  process: ServiceProcess,
  apiKey: string,
  fault: Fault,
  what: string,
): Promise<void> {
  const random = seeded(what);
  const { url } = process;
  const list = await call(url, 'POST', '/api/v1/fraud/lists', {
    key: apiKey,
    body: { source: `restart-${random.seed}`, name: 'Restart', kind: 'tenant_blocklist' },
  });
  expect(list.status).toBe(201);
  const path = `/api/v1/fraud/lists/${list.body.data.id}`;
  const wrong: string[] = [];
  const seen: Record<string, number> = {};
  const acknowledged: string[] = [];
  const sentWithKey: string[] = [];
  let sent = 0;
  const state = { stopped: false };

  /** Returns true if the request was successful. During the outage only the two 503 answers are allowed. */
  const check = (answer: Answer, success: number, code: string): boolean => {
    const got = answer.body?.error?.code ?? answer.status;
    seen[got] = (seen[got] ?? 0) + 1;
    if (answer.status === success && answer.body?.success === true) return true;
    const { error } = answer.body ?? {};
    const allowed =
      answer.status === 503 &&
      answer.body?.success === false &&
      error.code === code &&
      typeof error.message === 'string' &&
      /^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '') &&
      answer.headers.get('x-request-id') !== null;
    if (!allowed) wrong.push(`${answer.status} ${answer.text}`);
    return false;
  };
  const unanswered = (error: unknown): false => {
    wrong.push(`no answer: ${String((error as Error).cause ?? error)}`);
    return false;
  };
  const add = (name: string, headers: Record<string, string>): Promise<boolean> =>
    call(url, 'POST', `${path}/entries`, {
      key: apiKey,
      body: { entries: [{ name }] },
      headers,
    }).then((answer) => {
      const done = check(
        answer,
        201,
        headers['idempotency-key'] ? 'IDEMPOTENCY_UNAVAILABLE' : 'SERVICE_UNAVAILABLE',
      );
      if (done) acknowledged.push(name);
      return done;
    }, unanswered);

  const keyed = async (): Promise<void> => {
    while (!state.stopped) {
      const name = `Keyed Balogun ${(sent += 1)}`;
      sentWithKey.push(name);
      while (!(await add(name, { 'idempotency-key': name.replaceAll(' ', '-') })))
        await sleep(5 + random.below(10));
    }
  };
  const plain = async (): Promise<void> => {
    while (!state.stopped)
      if (!(await add(`Plain Balogun ${(sent += 1)}`, {}))) await sleep(5 + random.below(10));
  };
  const reader = async (): Promise<void> => {
    while (!state.stopped) {
      const done = await call(url, 'GET', path, { key: apiKey }).then(
        (answer) => check(answer, 200, 'SERVICE_UNAVAILABLE'),
        unanswered,
      );
      await sleep(done ? 2 : 5 + random.below(10));
    }
  };
  const load = [...Array.from({ length: WRITERS }, () => [keyed(), plain()]).flat(), reader()];

  const works = async (): Promise<boolean> => {
    const [ready, read, written] = await Promise.all([
      call(url, 'GET', '/readyz'),
      call(url, 'GET', path, { key: apiKey }),
      add(`Probe Balogun ${(sent += 1)}`, {}),
    ]);
    return ready.status === 200 && read.status === 200 && written;
  };
  const recoveries: number[] = [];
  for (const signal of DEATHS) {
    const before = acknowledged.length;
    await eventually(() => acknowledged.length > before + 20);
    await sleep(random.below(50));
    await fault.kill(signal);
    await fault.bringBack();
    recoveries.push(Math.round(await eventually(works, RECOVERY_MS)));
    await eventually(() => acknowledged.length > before + 60);
  }
  state.stopped = true;
  await Promise.all(load);
  report(`${what}: recovered in ${recoveries.join(' and ')} ms; ${JSON.stringify(seen)}`);

  expect(wrong).toEqual([]);
  // Both kinds of request have noticed the outage.
  expect(seen['IDEMPOTENCY_UNAVAILABLE']).toBeGreaterThan(0);
  expect(seen['SERVICE_UNAVAILABLE']).toBeGreaterThan(0);
  expect(process.running()).toBe(true);

  const stored = new Map<string, number>();
  for (let page = 1; ; page += 1) {
    const { body } = await call(url, 'GET', `${path}/entries?limit=100&page=${page}`, {
      key: apiKey,
    });
    for (const { name } of body.data.items) stored.set(name, (stored.get(name) ?? 0) + 1);
    if (body.data.items.length === 0) break;
  }
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  expect(sentWithKey.filter((name) => stored.get(name) !== 1)).toEqual([]);
  expect([...stored].filter(([, count]) => count !== 1)).toEqual([]);
  expect((await call(url, 'GET', path, { key: apiKey })).body.data.entryCount).toBe(stored.size);
}

function killPostmaster(dataDir: string) {
  return async (signal: NodeJS.Signals): Promise<void> => {
    const pid = await postmasterPid(dataDir);
    expect(pid).toBeDefined();
    process.kill(pid!, signal);
  };
}

test('restarts its embedded database by itself and loses no acknowledged write', async () => {
  const dataDir = await migratedDataDir();
  const started = await service({
    ORIKI_DATA_DIR: dataDir,
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_LOG_LEVEL: 'info',
  }).ready();
  const fault: Fault = { kill: killPostmaster(dataDir), bringBack: async () => {} };
  await underLoad(started, started.demoKey, fault, 'embedded');
  expect(await started.stop()).toEqual({ code: 0, signal: null });
  expect(await postmasterPid(dataDir)).toBeUndefined();
});

test('finds a restarted DATABASE_URL server again and loses no acknowledged write', async () => {
  const dataDir = await migratedDataDir();
  const server = await startEmbedded({ dataDir, progress: () => {} });
  const env = {
    DATABASE_URL: server.url,
    // Counters are in the database, too: their outage must not affect the requests.
    ORIKI_RATE_LIMIT_STORE: 'postgres',
    ORIKI_RATE_LIMITS: 'lists=1000000',
  };
  expect(await cli(['migrate'], env)).toMatchObject({ code: 0 });
  const org = JSON.parse(
    (
      await cli(
        [
          'org',
          'create',
          '--name',
          'Restart',
          '--plan',
          'pro',
          '--addon',
          'detection_pack',
          '--json',
        ],
        env,
      )
    ).stdout,
  );
  const key = JSON.parse(
    (await cli(['key', 'create', '--org', org.id, '--scope', 'fraud:manage', '--json'], env))
      .stdout,
  );
  const started = await service(env).ready();
  let away = 0;
  const fault: Fault = {
    kill: killPostmaster(dataDir),
    async bringBack() {
      // Long enough for new connections to be refused.
      await sleep(300);
      if ((await call(started.url, 'GET', '/readyz')).status === 503) away += 1;
      expect((await call(started.url, 'GET', '/livez')).status).toBe(200);
      await server.ensureRunning();
    },
  };
  await underLoad(started, key.key, fault, 'external');
  expect(away).toBe(DEATHS.length);
  expect(await started.stop()).toEqual({ code: 0, signal: null });
  await server.release();
});
