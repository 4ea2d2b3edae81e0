import { Pool } from 'undici';
import { countUnread, readInbox } from '../src/modules/threads/inbox/inbox.ts';
import { findDrift } from '../src/modules/threads/index.ts';
import { createKey, createOrganization, TENANT_SCOPES } from '../src/modules/tenants/index.ts';
import { AGENT, loadThreads, NAIVE_PAGE, NAIVE_UNREAD } from './support/inbox-data.ts';
import { compare, median, throughput } from './support/measure.ts';
import { openBench } from './support/server.ts';

/**
 * What an inbox costs with much in it: the page and the unread count of an agent who takes part in all threads, with
 * 20 and with 20,000 of them, against queries that count messages; then what sending costs beside the insert of the
 * message alone.
 */
const SIZES = [20, 20_000];
const CALLS = 1000;
const NAIVE_CALLS = 15;
const CONNECTIONS = 16;
const SENDING_THREADS = 100;
const MAX_GROWTH = 1.25;
const REQUIRED = { page: 5, total: 50, send: 0.6 };

const bench = await openBench();
const { db } = bench.opened;

async function timed(calls: number, call: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < calls / 10; i++) await call();
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return median(times);
}

async function organization(): Promise<{ orgId: string; key: string }> {
  return db.transaction(async (tx) => {
    const { id } = await createOrganization(tx, { name: 'Bench', plan: 'enterprise', addons: [] });
    const { key } = await createKey(tx, { organizationId: id, scopes: [...TENANT_SCOPES] });
    return { orgId: id, key };
  });
}

const verdict = (met: boolean): string => (met ? 'met' : 'NOT MET');
const ms = (value: number): string => `${value.toFixed(3)} ms`;

type Times = { page: number; total: number; httpPage: number; httpTotal: number };

async function measure(url: string, orgId: string, key: string): Promise<Times> {
  const pool = new Pool(url, { connections: 1 });
  const query = new URLSearchParams(AGENT).toString();
  const get = (path: string) => async () => {
    const answer = await pool.request({ path, method: 'GET', headers: { 'x-api-key': key } });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  };
  const times = {
    page: await timed(CALLS, () => readInbox(db.read, orgId, AGENT)),
    total: await timed(CALLS, () => countUnread(db.read, orgId, AGENT)),
    httpPage: await timed(CALLS, get(`/api/v1/threads/inbox?${query}`)),
    httpTotal: await timed(CALLS, get(`/api/v1/threads/inbox/unread-count?${query}`)),
  };
  await pool.close();
  return times;
}

async function compareSizes(url: string): Promise<string> {
  const sizes: Times[] = [];
  let last = '';
  for (const threads of SIZES) {
    const { orgId, key } = await organization();
    const began = performance.now();
    await loadThreads(db, orgId, threads);
    console.log(
      `${threads} threads, ${threads * 150} messages (loaded in ${((performance.now() - began) / 1000).toFixed(1)} s)`,
    );
    const times = await measure(url, orgId, key);
    for (const [name, time] of Object.entries(times))
      console.log(`  ${name.padEnd(12)} ${ms(time)}`);
    sizes.push(times);
    last = orgId;
  }
  const [few, many] = sizes as [Times, Times];
  console.log(`\nGrowth, at most ${MAX_GROWTH}`);
  for (const name of ['page', 'total', 'httpPage', 'httpTotal'] as const) {
    const growth = many[name] / few[name];
    console.log(`  ${name.padEnd(12)} ${growth.toFixed(2)}: ${verdict(growth <= MAX_GROWTH)}`);
  }
  console.log('\nQueries that count messages, with 3,000,000 of them');
  const naive = (text: string) => () =>
    db.pool.query({ name: text.slice(0, 40), text, values: [last, ...Object.values(AGENT)] });
  for (const [name, text] of [
    ['page', NAIVE_PAGE],
    ['total', NAIVE_UNREAD],
  ] as const) {
    const time = await timed(NAIVE_CALLS, naive(text));
    const ratio = time / many[name];
    console.log(
      `  ${name.padEnd(12)} ${ms(time)}, ${ratio.toFixed(0)} times, required ${REQUIRED[name]}: ${verdict(ratio >= REQUIRED[name])}`,
    );
  }
  return last;
}

/** Ids of new threads of two participants. */
async function newThreads(url: string, count: number): Promise<string[]> {
  const post = async (path: string, body: object): Promise<{ data: { id: string } }> => {
    const headers = { 'x-api-key': bench.key, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return (await answer.json()) as { data: { id: string } };
  };
  await post('/channels', { slug: 'bench', displayName: 'Bench', entityType: 'order' });
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const participants = [AGENT, { externalId: `customer-${i}`, role: 'customer' }];
    const { data } = await post('/threads', { channel: 'bench', entityId: `${i}`, participants });
    ids.push(data.id);
  }
  return ids;
}

async function compareSending(service: string): Promise<void> {
  const bare = await bench.start('bench/support/inbox-bare.ts');
  const threads = await newThreads(service, SENDING_THREADS);
  const body = JSON.stringify({
    participantExternalId: AGENT.externalId,
    participantRole: AGENT.role,
    content: 'It should have come on Monday, and it is still not here.',
    type: 'TEXT',
  });
  const load = (url: string, prefix: string, among: string[], connections: number) => () => {
    let i = 0;
    return throughput({
      url: url + prefix,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': bench.key },
      each: () => ({ body, path: `${prefix}/threads/${among[i++ % among.length]}/messages` }),
      connections,
    });
  };
  for (const [among, connections, required] of [
    [threads, CONNECTIONS, REQUIRED.send],
    [threads.slice(0, 1), CONNECTIONS, REQUIRED.send],
    [threads, 1, undefined],
  ] as const)
    await compare(
      `Sending in ${among.length} threads with 2 participants, ${connections} connections`,
      'req/s',
      {
        name: 'POST /api/v1/threads/…/messages',
        run: load(service, '/api/v1', [...among], connections),
      },
      { name: 'bare route: one row', run: load(bare, '', [...among], connections) },
      required,
    );
}

try {
  const service = await bench.start('src/main.ts', {
    ORIKI_ROLE: 'api',
    ORIKI_RATE_LIMITS: 'threads=900000000',
  });
  const orgId = await compareSizes(service);
  const began = performance.now();
  const drift = await findDrift(db.read, orgId);
  console.log(
    `\nRecount of 3,000,000 messages: ${((performance.now() - began) / 1000).toFixed(1)} s, ${drift.length} differences\n`,
  );
  if (drift.length > 0) console.log(drift.slice(0, 5));
  await compareSending(service);
  const left = await findDrift(db.read, bench.orgId);
  console.log(`After sending: ${left.length} differences`);
} finally {
  await bench.close();
}
