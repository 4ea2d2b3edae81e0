import { createList } from '../src/modules/lists/index.ts';
import { importNames } from './support/lists.ts';
import { compare, median, throughput } from './support/measure.ts';
import { result } from './support/result.ts';
import { customers } from './support/screening-names.ts';
import { openBench } from './support/server.ts';

/**
 * Measures screening over HTTP, with every policy and every screening stored, at 33,000 names on global lists: one name
 * per request against a GET of one row, and batches of 1,000 names. The names are like a bank's customers: each name
 * occurs once, and one in ten is on a list. The others are composed from names of real people, so words recur and whole
 * names hardly ever do. Before the comparison, the service answers 20,000 names in batches, and single names until its
 * code is compiled. The time of the first names is also reported.
 */
const NAMES = 33_000;
const BATCH = 1000;
const BATCHES = 12;
/** Batches before the comparison. */
const FIRST_BATCHES = 20;
/** Bursts of each kind before the comparison: the rate of single names rises for about ten seconds. */
const FIRST_BURSTS = 4;
const REQUIRED_RATIO = 0.6;
const REQUIRED_BATCH = 8000;

const bench = await openBench();
try {
  const { key, orgId, opened } = bench;
  const { db } = opened;
  const listed = await importNames(db, NAMES);
  const list = await db.transaction((tx) =>
    createList(tx, orgId, { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' }),
  );
  const service = await bench.start('bin/oriki.cjs serve');
  const headers = { 'x-api-key': key };
  const json = { ...headers, 'content-type': 'application/json' };
  const unlisted = customers(77);
  let asked = 0;
  const name = (): string => {
    asked += 1;
    if (asked % 10 !== 0) return unlisted.next().value;
    return listed[((asked / 10) * 7919) % listed.length]!;
  };

  /** Returns names per second in batches, one batch at a time. One core computes, and waits for its own rows. */
  const batchRates = async (count: number): Promise<number[]> => {
    const rates: number[] = [];
    for (let i = 0; i < count; i++) {
      const items = Array.from({ length: BATCH }, () => ({ name: name() }));
      const began = performance.now();
      const answer = await fetch(`${service}/api/v1/fraud/screen/batch`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ items }),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the batch answered ${answer.status}`);
      rates.push(BATCH / ((performance.now() - began) / 1000));
    }
    return rates;
  };

  const first = median(await batchRates(FIRST_BATCHES));
  result({
    what: `The first ${FIRST_BATCHES} batches of ${BATCH} names over HTTP after a start, at ${NAMES} names`,
    measured: `${first.toFixed(0)} names/s`,
    figure: first,
    unit: 'names/s',
  });

  const single = () =>
    throughput({
      url: `${service}/api/v1/fraud/screen`,
      method: 'POST',
      headers: json,
      each: () => ({ body: JSON.stringify({ name: name() }) }),
    });
  const get = () => throughput({ url: `${service}/api/v1/fraud/lists/${list.id}`, headers });
  for (let i = 0; i < FIRST_BURSTS; i++) {
    await single();
    await get();
  }
  await compare(
    `One name a request at ${NAMES} names, stored, against a GET of one row`,
    'req/s',
    { name: 'POST /api/v1/fraud/screen', run: single },
    { name: 'GET /api/v1/fraud/lists/:id', run: get },
    REQUIRED_RATIO,
  );

  const rate = median(await batchRates(BATCHES));
  result({
    what: `Batches of ${BATCH} names over HTTP at ${NAMES} names, stored, one after the other`,
    measured: `${rate.toFixed(0)} names/s`,
    figure: rate,
    unit: 'names/s',
    atLeast: REQUIRED_BATCH,
  });
} finally {
  await bench.close();
}
