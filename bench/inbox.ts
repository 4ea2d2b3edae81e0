import { Pool } from 'undici';
import { countUnread, readInbox } from '../src/modules/threads/inbox/inbox.ts';
import { findMismatches } from '../src/modules/threads/index.ts';
import { Database } from '../src/platform/db/database.ts';
import {
  AGENT,
  loadThreads,
  MESSAGES_PER_THREAD,
  NAIVE_PAGE,
  NAIVE_UNREAD,
} from './support/inbox-data.ts';
import { measureStreams } from './support/inbox-streams.ts';
import { compare, median, throughput } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench, type Bench } from './support/server.ts';

/**
 * Measures a full inbox: the page and the unread count of an agent who participates in all threads. Compares 20 with
 * 20,000 threads, alternating between two databases, and both with queries that count messages. Then compares the cost
 * of sending with the insert of the message alone.
 */
const FEW = 20;
const MANY = 20_000;
const CALLS = 1000;
const NAIVE_CALLS = 15;
const SENDING_THREADS = 100;
const MAX_GROWTH = 1.25;
const REQUIRED = { page: 5, total: 50, send: 0.6 };

type Call = () => Promise<unknown>;

/** Returns the medians in milliseconds of alternating calls, after a tenth as many for warm-up. */
async function inTurn(calls: number, list: Call[]): Promise<number[]> {
  const times: number[][] = list.map(() => []);
  for (let i = -calls / 10; i < calls; i++)
    for (const [n, call] of list.entries()) {
      const began = performance.now();
      await call();
      if (i >= 0) times[n]!.push(performance.now() - began);
    }
  return times.map(median);
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`;
}

/** The same questions as calls of the functions and over HTTP. */
async function questions(bench: Bench): Promise<Record<string, Call>> {
  const { opened, orgId, key } = bench;
  const service = await bench.start('bin/oriki.cjs serve', {
    ORIKI_ROLE: 'api',
    ORIKI_RATE_LIMITS: 'threads=900000000',
  });
  const pool = new Pool(service, { connections: 1 });
  const query = new URLSearchParams(AGENT).toString();
  const get = (path: string) => async () => {
    const url = `/api/v1/threads/${path}?${query}`;
    const answer = await pool.request({ path: url, method: 'GET', headers: { 'x-api-key': key } });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  };
  return {
    page: () => readInbox(opened.db.read, orgId, AGENT),
    'unread count': () => countUnread(opened.db.read, orgId, AGENT),
    'GET /threads/inbox': get('inbox'),
    'GET /threads/inbox/unread-count': get('inbox/unread-count'),
  };
}

async function compareSizes(few: Bench, many: Bench): Promise<void> {
  for (const [bench, threads] of [
    [few, FEW],
    [many, MANY],
  ] as const) {
    const began = performance.now();
    await loadThreads(bench.owner, bench.orgId, threads);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${threads} threads, ${threads * MESSAGES_PER_THREAD} messages: loaded in ${seconds} s`,
    );
  }
  const [small, large] = [await questions(few), await questions(many)];
  const kept: Record<string, number> = {};
  for (const name of Object.keys(small)) {
    const [a, b] = (await inTurn(CALLS, [small[name]!, large[name]!])) as [number, number];
    const growth = b / a;
    result({
      what: `Inbox of ${MANY} threads, ${name}`,
      measured: ms(b),
      baseline: `${ms(a)} with ${FEW} threads`,
      figure: growth,
      atMost: MAX_GROWTH,
    });
    kept[name] = b;
  }
  const { db } = many.opened;
  for (const [name, text, required] of [
    ['page', NAIVE_PAGE, REQUIRED.page],
    ['unread count', NAIVE_UNREAD, REQUIRED.total],
  ] as const) {
    const values = [many.orgId, AGENT.externalId, AGENT.role];
    const [time] = await inTurn(NAIVE_CALLS, [() => db.pool.query({ name, text, values })]);
    const ratio = time! / kept[name]!;
    result({
      what: `A query that counts messages against the inbox of ${MANY} threads, ${name}`,
      measured: ms(kept[name]!),
      baseline: `counting ${ms(time!)}`,
      figure: ratio,
      unit: 'times',
      atLeast: required,
    });
  }
  const patient = new Database({
    connection: many.opened.connection,
    poolSize: 1,
    statementTimeoutMs: 600_000,
    onIdleError: () => {},
  });
  const began = performance.now();
  const mismatches = await findMismatches(patient.read, many.orgId);
  await patient.close();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Recount of all: ${seconds} s, ${mismatches.length} differences\n`);
}

/** Returns the ids of new threads of two participants. */
async function newThreads(bench: Bench, url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const participants = [AGENT, { externalId: `customer-${i}`, role: 'customer' }];
    const answer = await fetch(`${url}/api/v1/threads`, {
      method: 'POST',
      headers: { 'x-api-key': bench.key, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: 'support', entityId: `new-${i}`, participants }),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    ids.push(((await answer.json()) as { data: { id: string } }).data.id);
  }
  return ids;
}

const MESSAGE = JSON.stringify({
  participantExternalId: AGENT.externalId,
  participantRole: AGENT.role,
  content: 'It should have come on Monday, and it is still not here.',
  type: 'TEXT',
});

async function compareSending(bench: Bench): Promise<void> {
  const service = await bench.start('bin/oriki.cjs serve', {
    ORIKI_ROLE: 'api',
    ORIKI_RATE_LIMITS: 'threads=900000000',
  });
  const bare = await bench.start('bench/support/inbox-bare.ts');
  const threads = await newThreads(bench, service, SENDING_THREADS);
  const load = (url: string, prefix: string, among: number, connections: number) => () => {
    let i = 0;
    return throughput({
      url: url + prefix,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': bench.key },
      each: () => ({ body: MESSAGE, path: `${prefix}/threads/${threads[i++ % among]}/messages` }),
      connections,
    });
  };
  for (const [among, connections, required] of [
    [1, 64, REQUIRED.send],
    // This figure is for information. Messages to different threads share only the counts of a common participant. So
    // each message also locks and rewrites five rows; in one thread, a batch changes these rows once.
    [SENDING_THREADS, 64, undefined],
    [SENDING_THREADS, 16, undefined],
    [SENDING_THREADS, 1, undefined],
  ] as const)
    await compare(
      `Sending in ${among} threads with 2 participants, ${connections} connections`,
      'req/s',
      {
        name: 'POST /api/v1/threads/…/messages',
        run: load(service, '/api/v1', among, connections),
      },
      { name: 'bare route: one row', run: load(bare, '', among, connections) },
      required,
    );
  const mismatches = await findMismatches(bench.opened.db.read, bench.orgId);
  console.log(`Recount after sending: ${mismatches.length} differences\n`);
}

/** Compares the streams of customers without threads with that of a customer who gets messages. */
async function compareStreams(bench: Bench): Promise<void> {
  const service = await bench.start('bin/oriki.cjs serve', { ORIKI_ROLE: 'api' });
  const [thread] = await newThreads(bench, service, 1);
  await measureStreams(bench, 'customer-0', async (url) => {
    const answer = await fetch(`${url}/api/v1/threads/${thread}/messages`, {
      method: 'POST',
      headers: { 'x-api-key': bench.key, 'content-type': 'application/json' },
      body: MESSAGE,
    });
    if (answer.status !== 201) throw new Error(await answer.text());
  });
}

const [few, many] = [await openBench(), await openBench()];
try {
  await compareSizes(few, many);
  await many.close();
  await compareSending(few);
  await compareStreams(few);
} finally {
  await few.close();
}
