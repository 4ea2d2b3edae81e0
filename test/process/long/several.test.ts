import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResult } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig, type Config } from '../../../src/config/config.ts';
import { call, startTestApp, type Answer } from '../../support/app.ts';
import { oriki } from '../../support/command-line.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import {
  cleanUp,
  eventually,
  freshDataDir,
  report,
  service,
  tenant,
  type ServiceProcess,
} from '../../support/process.ts';
import { startValkey, withoutValkey } from '../../support/valkey.ts';

/** Time within which a revocation must reach every process. */
const REVOCATION_MS = 5000;

const SECRET = 'several-secret-several-secret-several-1';

async function tenantOf(databaseUrl: string) {
  const owner = await tenant(databaseUrl);
  const sql = async (text: string): Promise<QueryResult> => {
    const client = new Client({ connectionString: asOwner(databaseUrl) });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  return { owner, sql };
}

/** Two processes on one database, without limits. */
let pair: Awaited<ReturnType<typeof tenantOf>> & {
  a: ServiceProcess;
  b: ServiceProcess;
  env: { DATABASE_URL: string; ORIKI_SECRET: string; ORIKI_DATA_DIR: string };
};
beforeAll(async () => {
  const databaseUrl = await cloneDatabase();
  const env = {
    DATABASE_URL: databaseUrl,
    ORIKI_SECRET: SECRET,
    ORIKI_DATA_DIR: await freshDataDir(),
  };
  const all = { ...env, ORIKI_RATE_LIMITS: 'off' };
  const [a, b] = [service(all), service(all)];
  await Promise.all([a.ready(), b.ready()]);
  pair = { ...(await tenantOf(databaseUrl)), a, b, env };
});
afterAll(async () => {
  const ended = await Promise.all([pair.a.stop(), pair.b.stop()]);
  await cleanUp();
  for (const end of ended) expect(end).toEqual({ code: 0, signal: null });
});

function lists(process: { url: string }, key: string): Promise<Answer> {
  return call(process.url, 'GET', '/api/v1/fraud/lists', { key });
}

/** Uses the key continuously, as a client does, so that the process always has it cached. */
async function untilRefused(process: ServiceProcess, key: string): Promise<number> {
  return eventually(async () => {
    const { status } = await lists(process, key);
    if (status !== 200) expect(status).toBe(401);
    return status === 401;
  }, REVOCATION_MS);
}

test('a key revoked through one process is refused by the other: by notification, and without one within 5 s', async () => {
  const { a, b, sql, env } = pair;
  const owner = await tenant(env.DATABASE_URL);
  const made = await oriki(['key', 'create', '--platform', '--json'], env);
  const platformKey: string = JSON.parse(made.stdout).key;
  const newKey = async (): Promise<{ id: string; key: string }> => {
    const { body, status } = await call(a.url, 'POST', '/api/v1/admin/keys', {
      key: platformKey,
      body: { organizationId: owner.id, scopes: ['fraud:manage'] },
    });
    expect(status).toBe(201);
    return body.data;
  };
  const revoke = async (id: string): Promise<void> => {
    const { status } = await call(a.url, 'POST', `/api/v1/admin/keys/${id}/revoke`, {
      key: platformKey,
    });
    expect(status).toBe(200);
  };
  // Both processes know the key when it is revoked.
  const first = await newKey();
  for (const process of [a, b, a, b]) expect((await lists(process, first.key)).status).toBe(200);
  await revoke(first.id);
  // The process that revoked it refuses at its next request; the other one when the notification arrives.
  const notified = await Promise.all([untilRefused(a, first.key), untilRefused(b, first.key)]);

  // Revoked by the command line, which is a third process.
  const second = await newKey();
  expect((await lists(b, second.key)).status).toBe(200);
  expect(await oriki(['key', 'revoke', '--id', second.id], env)).toMatchObject({ code: 0 });
  await untilRefused(b, second.key);

  // A process also refuses the key if no notification is sent, as after SQL by hand.
  const [third, fourth] = [await newKey(), await newKey()];
  for (const { key } of [third, fourth])
    for (const process of [a, b]) expect((await lists(process, key)).status).toBe(200);
  await sql(`UPDATE api_keys SET revoked_at = now() WHERE id = '${third.id}'`);
  await sql(`UPDATE api_keys SET expires_at = now() WHERE id = '${fourth.id}'`);
  const silent = await Promise.all([
    untilRefused(b, third.key),
    untilRefused(a, third.key),
    untilRefused(b, fourth.key),
  ]);
  report(
    `revoked after ${notified.map(Math.round).join(', ')} ms, without notification after ${silent.map(Math.round).join(', ')} ms`,
  );

  // A change of the organization is announced in the same way, and its notifications still work.
  const { key } = owner;
  for (const process of [a, b]) expect((await lists(process, key)).status).toBe(200);
  await call(a.url, 'PATCH', `/api/v1/admin/organizations/${owner.id}`, {
    key: platformKey,
    body: { addons: [] },
  });
  await eventually(async () => (await lists(b, key)).status === 402, REVOCATION_MS);
});

/** Two processes share one rate limit, which is never exceeded, and Retry-After is correct. */
async function isOneLimit(store: Partial<Config>): Promise<void> {
  const { rateLimits } = loadConfig({ ORIKI_RATE_LIMITS: 'lists=5/2' });
  const limits = { rateLimits, ...store };
  const a = await startTestApp(limits);
  const b = await startTestApp(limits, a.databaseUrl);
  const owner = await a.org();
  const burst = (count: number): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => lists(i % 2 === 0 ? a : b, owner.key)));

  // Connections are opened first, so that the requests are sent at once.
  await Promise.all(
    Array.from({ length: 24 }, (_, i) => call((i % 2 === 0 ? a : b).url, 'GET', '/livez')),
  );

  for (let isJudged = false; !isJudged;) {
    const began = performance.now();
    const answers = await burst(24);
    // On a machine too slow to finish the burst within the window, this proves nothing.
    if (performance.now() - began > 1500) {
      await sleep(2000);
      continue;
    }
    isJudged = true;
    const allowed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([allowed.length, refused.length]).toEqual([5, 19]);
    const remaining = allowed.map(({ headers }) =>
      Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]),
    );
    expect(remaining.toSorted()).toEqual([0, 1, 2, 3, 4]);
    for (const { headers, body } of refused) {
      expect(body.error.code).toBe('RATE_LIMITED');
      expect(headers.get('ratelimit-policy')).toBe('"lists";q=5;w=2');
      expect(headers.get('ratelimit')).toMatch(/^"lists";r=0;t=[12]$/);
      expect(['1', '2']).toContain(headers.get('retry-after'));
    }
    // Both processes refuse within the window, even repeated requests, and serve after Retry-After.
    const last = await Promise.all([lists(a, owner.key), lists(b, owner.key)]);
    const waits = last.map(({ status, headers }) =>
      status === 429 ? Number(headers.get('retry-after')) : 0,
    );
    await sleep(Math.max(...waits) * 1000);
  }
  expect(
    (await Promise.all([lists(a, owner.key), lists(b, owner.key)])).map(({ status }) => status),
  ).toEqual([200, 200]);
  await Promise.all([a.stop(), b.stop()]);
}

test('two processes share a rate limit in PostgreSQL, the default, or in Valkey: it is never exceeded, and Retry-After is correct', async () => {
  const valkey = withoutValkey('a limit of two processes in Valkey')
    ? undefined
    : await startValkey();
  await Promise.all([
    isOneLimit({ rateLimitStore: loadConfig({}).rateLimitStore }),
    valkey && isOneLimit({ rateLimitStore: 'valkey', valkeyUrl: valkey.url }),
  ]);
  await valkey?.close();
});

test('concurrent duplicates of one idempotency key, sent to both processes, have one effect and one answer', async () => {
  const { a, b, owner, sql } = pair;
  const list = await call(a.url, 'POST', '/api/v1/fraud/lists', {
    key: owner.key,
    body: { source: 'several', name: 'Several', kind: 'tenant_blocklist' },
  });
  const path = `/api/v1/fraud/lists/${list.body.data.id}/entries`;
  let inFlight = 0;
  let replayed = 0;
  const KEYS = 15;
  for (let n = 0; n < KEYS; n += 1) {
    const texts = await Promise.all(
      [a, b, a, b, a, b].map(async (process) => {
        for (;;) {
          const answer = await call(process.url, 'POST', path, {
            key: owner.key,
            body: { entries: [{ name: `Adaeze Several ${n}` }] },
            headers: { 'idempotency-key': `dup-${n}` },
          });
          if (answer.status === 201) {
            if (answer.headers.get('idempotency-replayed') === 'true') replayed += 1;
            return answer.text;
          }
          expect([answer.status, answer.body.error.code]).toEqual([503, 'IDEMPOTENCY_UNAVAILABLE']);
          expect(answer.headers.get('retry-after')).toBe('1');
          inFlight += 1;
          await sleep(5);
        }
      }),
    );
    expect(new Set(texts).size).toBe(1);
  }
  // The duplicates really overlapped.
  expect(replayed).toBe(KEYS * 5);
  expect(inFlight).toBeGreaterThan(0);
  const { rows } = await sql(
    'SELECT name, count(*)::int AS count FROM screening_entries GROUP BY name',
  );
  expect(rows).toHaveLength(KEYS);
  expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([1]));

  // A rejection is an outcome too: of many creations of one source with different keys one succeeds, and each key
  // keeps its answer on both processes.
  const create = (process: ServiceProcess, key: string): Promise<Answer> =>
    call(process.url, 'POST', '/api/v1/fraud/lists', {
      key: owner.key,
      body: { source: 'contested', name: 'Contested', kind: 'tenant_blocklist' },
      headers: { 'idempotency-key': key },
    });
  const outcomes = await Promise.all(
    [a, b, a, b].map((process, i) => create(process, `contest-${i}`)),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  const again = await Promise.all(
    [b, a, b, a].map((process, i) => create(process, `contest-${i}`)),
  );
  expect(again.map(({ text }) => text)).toEqual(outcomes.map(({ text }) => text));
  expect(again.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(
    Array(4).fill('true'),
  );
});

test('an entry added through one process is found by the other at its next request, until it is deleted', async () => {
  const { a, b, env } = pair;
  const owner = await tenant(env.DATABASE_URL);
  const { key } = owner;
  const list = await call(a.url, 'POST', '/api/v1/fraud/lists', {
    key,
    body: { source: 'several', name: 'Several', kind: 'tenant_blocklist' },
  });
  const path = `/api/v1/fraud/lists/${list.body.data.id}/entries`;
  const outcome = async (process: ServiceProcess, name: string): Promise<string> => {
    const { body } = await call(process.url, 'POST', '/api/v1/fraud/screen', {
      key,
      body: { name },
    });
    return body.data.outcome;
  };
  const names = ['Chukwuemeka Obiora', 'Funmilayo Adeyemi', 'Musa Abdullahi', 'Halima Danjuma'];
  for (const [i, name] of names.entries()) {
    const [here, there] = i % 2 === 0 ? [a, b] : [b, a];
    expect(await outcome(there, name)).toBe('clear');
    const added = await call(here.url, 'POST', path, { key, body: { entries: [{ name }] } });
    expect(await outcome(there, name)).toBe('block');
    expect(await outcome(here, name)).toBe('block');
    if (i < 2) continue;
    await call(here.url, 'DELETE', `${path}/${added.body.data.entryIds[0]}`, { key });
    expect(await outcome(there, name)).toBe('clear');
  }
  await call(b.url, 'DELETE', `/api/v1/fraud/lists/${list.body.data.id}`, { key });
  expect(await outcome(a, names[0]!)).toBe('clear');
});
