import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { createKey } from '../src/modules/tenants/index.ts';
import { importNames } from './support/lists.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { customers } from './support/screening-names.ts';
import { openBench } from './support/server.ts';

/**
 * Measures screenings of one name per request with and without a concurrent screening of a file in the same process: at
 * a steady rate, where the file gets most of the remaining time, and over 16 busy connections. Samples with and without
 * the job alternate, after a warm-up.
 */
const NAMES = 33_000;
const ROWS = 100_000;
const ROUNDS = 5;
const SAMPLE_MS = 6000;
const PER_SECOND = 50;
const CONNECTIONS = 16;
const REQUIRED = 1.3;
const WARM_UP_MS = 10_000;
/** The time within which the job begins: workers look for it every two seconds, and get a notification. */
const BEGINS_WITHIN_MS = 3000;

const bench = await openBench();
try {
  const { orgId, opened } = bench;
  await importNames(opened.db, NAMES);
  const scopes = ['fraud:screen', 'exports:create'];
  const { key } = await opened.db.transaction((tx) =>
    createKey(tx, { organizationId: orgId, scopes }),
  );
  const service = await bench.start('bin/oriki.cjs serve', {
    ORIKI_RATE_LIMITS: 'screening=900000000,exports=900000000,exports-read=900000000',
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const asked = customers(77);
  const pool = new Pool(service, { connections: 64 });

  /** Returns the milliseconds of one screening. */
  const screen = async (): Promise<number> => {
    const body = JSON.stringify({ name: asked.next().value });
    const began = performance.now();
    const path = '/api/v1/fraud/screen';
    const answer = await pool.request({ path, method: 'POST', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`a screening answered ${answer.statusCode}`);
    return performance.now() - began;
  };
  const steadily = async (): Promise<number[]> => {
    const all: Promise<number>[] = [];
    const began = performance.now();
    for (let i = 0; performance.now() - began < SAMPLE_MS; i++) {
      all.push(screen());
      await sleep(Math.max(0, began + ((i + 1) * 1000) / PER_SECOND - performance.now()));
    }
    return Promise.all(all);
  };
  const flatOut = async (): Promise<number[]> => {
    const times: number[] = [];
    const end = performance.now() + SAMPLE_MS;
    const client = async (): Promise<void> => {
      while (performance.now() < end) times.push(await screen());
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    return times;
  };
  const p95 = (times: number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

  const call = async (method: string, path: string, body?: string) => {
    const answer = await pool.request({
      path: `/api/v1/fraud/screen/jobs${path}`,
      method: method as 'GET',
      headers,
      ...(body !== undefined && { body }),
    });
    const { data } = (await answer.body.json()) as {
      data: { id: string; state: string; rows: { read: number } };
    };
    return data;
  };
  const rows = customers(78);
  const csv = `name\n${Array.from({ length: ROWS }, () => rows.next().value).join('\n')}`;
  const file = JSON.stringify({ file: Buffer.from(csv).toString('base64'), fileFormat: 'csv' });

  const warmUntil = performance.now() + WARM_UP_MS;
  while (performance.now() < warmUntil) await screen();
  for (const [what, sample] of [
    [`at ${PER_SECOND} requests a second`, steadily],
    [`over ${CONNECTIONS} connections that ask all the time`, flatOut],
  ] as const) {
    const pairs: [number, number][] = [];
    const rates: number[] = [];
    await sample();
    for (let i = 0; i < ROUNDS; i++) {
      const without = p95(await sample());
      const { id } = await call('POST', '', file);
      await sleep(BEGINS_WITHIN_MS);
      const before = await call('GET', `/${id}`);
      const began = performance.now();
      pairs.push([without, p95(await sample())]);
      const after = await call('GET', `/${id}`);
      if (after.state !== 'PROCESSING') throw new Error(`the job is ${after.state}`);
      rates.push(((after.rows.read - before.rows.read) * 1000) / (performance.now() - began));
      await call('DELETE', `/${id}`);
      await sleep(BEGINS_WITHIN_MS);
    }
    const figure = median(pairs.map(([without, during]) => during / without));
    const of = (values: number[]): string => `${median(values).toFixed(2)} ms`;
    result({
      what: `95th percentile of POST /api/v1/fraud/screen ${what}, at ${NAMES} names, while a job screens ${ROWS} names`,
      measured: `${of(pairs.map(([, during]) => during))}, the job ${median(rates).toFixed(0)} names/s`,
      baseline: `${of(pairs.map(([without]) => without))} without`,
      figure,
      atMost: REQUIRED,
    });
  }
  const { id } = await call('POST', '', file);
  await sleep(BEGINS_WITHIN_MS);
  const before = await call('GET', `/${id}`);
  await sleep(SAMPLE_MS);
  const rate = (((await call('GET', `/${id}`)).rows.read - before.rows.read) * 1000) / SAMPLE_MS;
  result({
    what: `A screening job alone, at ${NAMES} names`,
    measured: `${rate.toFixed(0)} names/s`,
    figure: rate,
    unit: 'names/s',
  });
  await call('DELETE', `/${id}`);
  await pool.close();
} finally {
  await bench.close();
}
