import { setTimeout as sleep } from 'node:timers/promises';
import {
  AGENT,
  callerOf,
  fillSubject,
  ROWS,
  SUBJECT,
  type Caller,
} from './support/erased-subject.ts';
import { result } from './support/result.ts';
import { openBench, type Bench } from './support/server.ts';
import { sessionOf } from './support/session.ts';

/**
 * Measures the erasure of a subject with 10,000 rows, from the request to the receipt, during other work: how long a
 * session of the database waits for a lock of another, and how long a request takes.
 */
const QUIET_MS = 10_000;
const PAUSE_MS = 5;
const MOST_SECONDS = 2;
const MOST_WAIT_MS = 50;

/** Returns the longest wait for a lock, and the longest request by kind, in milliseconds, while `until` runs. */
type Waits = { lockMs: number; requestMs: number; requests: number };

async function waitsDuring(
  { owner }: Bench,
  requests: readonly (() => Promise<unknown>)[],
  until: Promise<unknown>,
): Promise<Waits> {
  const waits: Waits = { lockMs: 0, requestMs: 0, requests: 0 };
  const run = { ended: false };
  void until.then(() => (run.ended = true));
  const sampled = async (): Promise<void> => {
    const client = await owner.connect();
    while (!run.ended) {
      const { rows } = await client.query<{ ms: number }>(
        `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)) * 1000, 0)::float AS ms
         FROM pg_locks WHERE NOT granted`,
      );
      waits.lockMs = Math.max(waits.lockMs, rows[0]!.ms);
      await sleep(1);
    }
    client.release();
  };
  const asked = async (request: () => Promise<unknown>): Promise<void> => {
    while (!run.ended) {
      const began = performance.now();
      await request();
      waits.requestMs = Math.max(waits.requestMs, performance.now() - began);
      waits.requests += 1;
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all([sampled(), ...requests.map(asked)]);
  return waits;
}

/** Returns requests about other subjects. The last ones change rows that the erasure changes, too. */
function othersOf(
  call: Caller,
  { newest, other }: Awaited<ReturnType<typeof fillSubject>>,
): (() => Promise<unknown>)[] {
  const threads = [...newest];
  let n = 0;
  const inbox = '/threads/inbox?externalId=agent-1&role=agent';
  return [
    () => call('GET', inbox),
    () => call('POST', '/fraud/screen', { subjectId: 'other-1', name: `Chinedu Eze ${(n += 1)}` }),
    () => call('POST', `/threads/${other}/messages`, { ...AGENT, content: 'Hello' }),
    () => {
      const [id, messageId] = threads[(n += 1) % threads.length]!;
      return call('POST', `/threads/${id}/read`, { ...AGENT, messageId });
    },
  ];
}

const bench = await openBench();
try {
  const { url } = await bench.launch('bin/oriki.cjs serve', { ORIKI_RATE_LIMITS: 'off' });
  const call = callerOf(bench, url);
  const others = othersOf(call, await fillSubject(bench, call));
  const quiet = await waitsDuring(bench, others, sleep(QUIET_MS));
  const session = await sessionOf(bench, bench.orgId);
  const began = performance.now();
  const erased = (async (): Promise<object> => {
    const path = `${url}/api/v1/subjects/${SUBJECT}`;
    const headers = {
      cookie: `oriki-session=${session}`,
      'sec-fetch-site': 'same-origin',
      'x-oriki-console': '1',
    };
    const requested = await fetch(`${path}/erase`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'The customer asked for it by letter.' }),
    });
    const text = await requested.text();
    if (requested.status !== 202) throw new Error(`${requested.status} ${text}`);
    const { data } = JSON.parse(text) as { data: { id: string } };
    for (;;) {
      const { rows } = await bench.owner.query(
        'SELECT receipt FROM subject_erasures WHERE id = $1 AND completed_at IS NOT NULL',
        [data.id],
      );
      if (rows[0]) return JSON.parse(rows[0].receipt) as object;
      await sleep(10);
    }
  })();
  const during = await waitsDuring(bench, others, erased);
  const seconds = (performance.now() - began) / 1000;
  const { erased: tables } = (await erased) as { erased: { table: string; count: number }[] };
  const count = tables.reduce((sum, one) => sum + one.count, 0);
  const what = `Erasure of a subject with ${ROWS} rows among other requests`;
  result({
    what: `${what}, time`,
    measured: `${count} rows erased`,
    figure: seconds,
    unit: 's',
    atMost: MOST_SECONDS,
  });
  result({
    what: `${what}, longest wait for a lock`,
    measured: `${during.lockMs.toFixed(1)} ms`,
    baseline: `${quiet.lockMs.toFixed(1)} ms without`,
    figure: during.lockMs,
    unit: 'ms',
    atMost: MOST_WAIT_MS,
  });
  result({
    what: `${what}, longest request`,
    measured: `${during.requestMs.toFixed(1)} ms of ${during.requests} requests`,
    baseline: `${quiet.requestMs.toFixed(1)} ms of ${quiet.requests} requests without`,
    figure: during.requestMs,
    unit: 'ms',
  });
} finally {
  await bench.close();
}
