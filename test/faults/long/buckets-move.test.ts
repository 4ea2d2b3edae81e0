import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DATA_DIR,
  startTestApp,
  TEST_SECRET,
  type TestApp,
  type TestOrg,
} from '../../support/app.ts';
import { isUnavailable } from '../../../src/platform/db/failures.ts';
import { oriki } from '../../support/command-line.ts';
import { cleanUp, cli, report, seeded } from '../../support/process.ts';
import { refusedByCitus } from '../../support/servers/is-spread.ts';
import { serversOfRun, type ServerName, type Servers } from '../../support/servers/servers.ts';
import { within } from '../../support/within.ts';

const CALLERS = 8;
const MOVES = 2;
const KILLS = 4;

let servers: Servers;
let app: TestApp;
beforeAll(async () => {
  servers = await serversOfRun();
  app = await startTestApp({ rateLimits: undefined }, undefined, { servers });
}, 240_000);
afterAll(async () => {
  await cleanUp();
  await app.stop();
});

function serverOf(bucket: string): ServerName {
  return bucket === 'bucket_000' ? 'home' : bucket === 'bucket_001' ? 'b' : 'c';
}

/** Creates an organization whose bucket can be moved: on Citus, the first bucket cannot. */
async function movable(): Promise<TestOrg> {
  const org = await app.org();
  return servers.areNodes && (await bucketOf(org)) === 'bucket_000' ? app.org() : org;
}

/** Returns the current server of a bucket, and another one. */
function around(bucket: string): { from: string; to: string } {
  const from = serverOf(bucket);
  return { from: servers.nameOf(from), to: servers.nameOf(from === 'b' ? 'c' : 'b') };
}

function databaseName(): string {
  return new URL(app.databaseUrl).pathname.slice(1);
}

/** Returns the settings of commands, which run as the owners. */
function environment() {
  return {
    DATABASE_URL: app.databaseUrl,
    ORIKI_SERVERS: servers.setting(app.databaseUrl),
    ORIKI_MIGRATION_DATABASE_URL: servers.url('home', databaseName(), 'owner'),
    ORIKI_MIGRATION_SERVERS: servers.setting(app.databaseUrl, 'owner'),
  };
}

async function command(...args: string[]) {
  const said = await oriki([...args, '--json'], environment());
  expect(said.code, said.stderr + said.stdout).toBe(0);
  return JSON.parse(said.stdout);
}

async function bucketOf({ id }: TestOrg): Promise<string> {
  const { rows } = await app.db.buckets!.shared.query(
    'SELECT bucket FROM organizations WHERE id = $1',
    [id],
  );
  return rows[0].bucket;
}

/** Starts callers that create lists and read them until they are stopped. */
function load(org: TestOrg) {
  const acknowledged = new Set<string>();
  const wrong: string[] = [];
  const refused: number[] = [];
  const state = { stopped: false };
  let longestMs = 0;
  let refusedMs: [number, number] | undefined;
  const caller = async (name: number): Promise<void> => {
    for (let n = 0; !state.stopped; n += 1) {
      const began = performance.now();
      const answer = await app.call('POST', '/api/v1/fraud/lists', {
        key: org.key,
        body: { name: `list ${name} ${n}`, kind: 'tenant_blocklist', source: `s-${name}-${n}` },
      });
      longestMs = Math.max(longestMs, performance.now() - began);
      if (answer.status === 201) {
        acknowledged.add(answer.body.data.id);
        const read = await app.call('GET', `/api/v1/fraud/lists/${answer.body.data.id}`, {
          key: org.key,
        });
        if (read.status !== 200 && read.status !== 503)
          wrong.push(`GET ${read.status} ${read.text}`);
      } else if (answer.status === 503) {
        refused.push(answer.status);
        refusedMs = [refusedMs?.[0] ?? performance.now(), performance.now()];
        if (answer.headers.get('retry-after') === null) wrong.push('503 without Retry-After');
      } else wrong.push(`POST ${answer.status} ${answer.text}`);
    }
  };
  const all = Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(i)));
  return {
    acknowledged,
    async stop() {
      state.stopped = true;
      await all;
      const lockedMs = refusedMs ? refusedMs[1] - refusedMs[0] : 0;
      return {
        wrong,
        refused: refused.length,
        longestMs: Math.round(longestMs),
        lockedMs: Math.round(lockedMs),
      };
    },
  };
}

/** Returns the ids of the lists that the service returns, once it answers. */
async function listed(org: TestOrg): Promise<Set<string>> {
  for (;;) {
    const { status, body } = await app.call('GET', '/api/v1/fraud/lists', { key: org.key });
    if (status === 503) continue;
    expect(status).toBe(200);
    return new Set(body.data.lists.map(({ id }: { id: string }) => id));
  }
}

/**
 * Runs a move command during writes and reads, and checks that nothing acknowledged is lost.
 * @returns the ids of acknowledged lists
 */
async function movedUnderLoad(org: TestOrg, ...args: string[]): Promise<Set<string>> {
  const under = load(org);
  const { acknowledged } = under;
  await expect.poll(() => acknowledged.size).toBeGreaterThan(50);
  const moved = await command(...args);
  const before = acknowledged.size;
  await expect
    .poll(() => acknowledged.size, { timeout: within(10_000) })
    .toBeGreaterThan(before + 50);
  const { wrong, ...figures } = await under.stop();
  const all = { ...moved, ...figures, acknowledged: acknowledged.size };
  report(`${args[0]}-move: ${JSON.stringify(all)}`);
  expect(wrong).toEqual([]);
  expect(await listed(org)).toEqual(acknowledged);
  return acknowledged;
}

test('a bucket that is moved under load loses no acknowledged write, and is never found empty', async () => {
  const org = await movable();
  const bucket = await bucketOf(org);
  const { from, to } = around(bucket);
  const acknowledged = await movedUnderLoad(org, 'buckets', 'move', bucket, '--to', to);
  expect((await command('buckets', 'list')).items).toContainEqual(
    expect.objectContaining({ name: bucket, server: to }),
  );
  await command('buckets', 'move', bucket, '--to', from);
  expect(await listed(org)).toEqual(acknowledged);
});

test('rows that background work deletes are also deleted while their bucket is being moved', async () => {
  const org = await movable();
  const bucket = await bucketOf(org);
  const { from, to } = around(bucket);
  const state = { moved: false };
  const move = command('buckets', 'move', bucket, '--to', to).finally(() => (state.moved = true));
  const own = await app.db.buckets!.bucket(bucket);
  let removed = 0;
  const wrong: string[] = [];
  while (!state.moved) {
    try {
      await own.query(
        `INSERT INTO usage_pending_unkeyed VALUES ($1, '2026-10-31', 'email', 'messages', 1)`,
        [org.id],
      );
      await own.query('DELETE FROM usage_pending_unkeyed WHERE org_id = $1', [org.id]);
      removed += 1;
    } catch (error) {
      if (!isUnavailable(error)) wrong.push(String(error));
    }
    await sleep(20);
  }
  await move;
  expect(wrong).toEqual([]);
  expect(removed).toBeGreaterThan(5);
  await command('buckets', 'move', bucket, '--to', from);
});

test('an organization that is moved under load has all acknowledged rows in its new bucket, and none in the old one', async () => {
  const org = await app.org();
  const source = await bucketOf(org);
  const target = source === 'bucket_001' ? 'bucket_002' : 'bucket_001';
  await movedUnderLoad(org, 'org', 'move', '--id', org.id, '--to', target);
  const owner = new pg.Client(servers.url(serverOf(source), databaseName(), 'owner'));
  await owner.connect();
  const { rows } = await owner.query(
    `SELECT count(*)::int AS count FROM ${source}.screening_lists WHERE org_id = $1`,
    [org.id],
  );
  await owner.end();
  expect(rows[0].count).toBe(0);
});

test.skipIf(refusedByCitus('a target that lags', 'copies by itself'))(
  'a move to a server that lags behind waits for all writes between two attempts',
  async () => {
    const org = await movable();
    const bucket = await bucketOf(org);
    const { to } = around(bucket);
    const clients = [serverOf(bucket), to === servers.nameOf('c') ? 'c' : 'b'] as const;
    const [source, target] = clients.map(
      (name) => new pg.Client(servers.url(name, databaseName(), 'owner')),
    ) as [pg.Client, pg.Client];
    await Promise.all([source.connect(), target.connect()]);
    const markOf = async (client: pg.Client): Promise<string | undefined> => {
      const asked = client.query(`SELECT xmin::text AS mark FROM ${bucket}.bucket_epoch`);
      const { rows } = await asked.catch(() => ({ rows: [] }));
      return rows[0]?.mark;
    };
    const under = load(org);
    const first = await markOf(source);
    const moving = command('buckets', 'move', bucket, '--to', to);
    const isCopied = async (): Promise<boolean> => {
      const { rows } = await target.query(
        `SELECT count(*) > 0 AND bool_and(srsubstate = 'r') AS yes FROM pg_subscription_rel`,
      );
      return rows[0].yes === true;
    };
    await expect.poll(isCopied, { timeout: within(60_000) }).toBe(true);
    await target.query('BEGIN');
    await target.query(`SELECT FROM ${bucket}.bucket_epoch FOR UPDATE`);
    await expect.poll(() => markOf(source), { timeout: within(60_000) }).not.toBe(first);
    // The mark of the first attempt arrives while the second one waits for its own.
    await sleep(4400);
    await target.query('COMMIT');
    await moving;
    const { wrong } = await under.stop();
    await Promise.all([source.end(), target.end()]);
    expect(wrong).toEqual([]);
    expect(await listed(org)).toEqual(under.acknowledged);
  },
  120_000,
);

test('a move that is killed at any moment is finished by the same command, and loses nothing', async () => {
  const random = seeded('buckets-move');
  const org = await movable();
  const bucket = await bucketOf(org);
  const under = load(org);
  const env = { ...environment(), ORIKI_SECRET: TEST_SECRET, ORIKI_DATA_DIR: DATA_DIR };
  const nextMove = async (): Promise<string[]> => {
    const { items } = await command('buckets', 'list');
    const { server } = items.find(({ name }: { name: string }) => name === bucket);
    const [b, c] = [servers.nameOf('b'), servers.nameOf('c')];
    return ['buckets', 'move', bucket, '--to', server === b ? c : b];
  };
  const began = performance.now();
  expect((await cli(await nextMove(), env)).code).toBe(0);
  // A kill comes at any moment of a move, however fast the machine is.
  const tookMs = Math.round(performance.now() - began);
  let killed = 0;
  for (let n = 0; n < MOVES; n += 1) {
    const args = await nextMove();
    for (let tries = 0; tries < KILLS; tries += 1) {
      const ended = await cli(args, env, sleep(random.below(tookMs)));
      if (ended.signal === 'SIGKILL') killed += 1;
    }
    // A server finishes a statement of a killed command, and no other move runs until then.
    let last = await cli(args, env);
    while (last.stderr.includes('another move')) last = await cli(args, env);
    if (!last.stderr.includes('already')) expect(last.code, last.stderr).toBe(0);
  }
  const { wrong, ...figures } = await under.stop();
  report(`buckets-move: ${killed} killed of ${MOVES * KILLS}; ${JSON.stringify(figures)}`);
  expect(wrong).toEqual([]);
  expect(await listed(org)).toEqual(under.acknowledged);
  expect(killed).toBeGreaterThan(0);
  for (const name of ['home', 'b', 'c'] as const) {
    const owner = new pg.Client(servers.url(name, databaseName(), 'owner'));
    await owner.connect();
    const { rows } = await owner.query(
      `SELECT nspname AS left FROM pg_namespace WHERE nspname LIKE 'left%'
       UNION ALL SELECT pubname FROM pg_publication`,
    );
    await owner.end();
    expect(rows).toEqual([]);
  }
}, 240_000);
