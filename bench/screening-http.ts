import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createList, importList } from '../src/modules/screening/index.ts';
import { compare, median, throughput } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Screening over HTTP, with every policy and every screening stored, at 33,000 names on global lists: one name a
 * request against a GET of one row, and batches of 1,000 names. One name in ten is on a list.
 */
const NAMES = 33_000;
const BATCH = 1000;
const BATCHES = 12;
const REQUIRED_RATIO = 0.6;
const REQUIRED_BATCH = 8000;
const FOLDER = join(import.meta.dirname, '../data/ofac-2021-sample');

const bench = await openBench();
try {
  const { key, orgId, opened } = bench;
  const { db } = opened;
  const read = (file: string) => createReadStream(join(FOLDER, file));
  const common = { kind: 'sanctions' as const };
  await db.transaction((tx) =>
    importList(tx, {
      ...common,
      source: 'ofac',
      format: 'ofac-csv',
      main: read('sdn.csv'),
      aliases: read('alt.csv'),
    }),
  );
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT name FROM global_entries
     UNION ALL SELECT a ->> 'name' FROM global_entries, json_array_elements(aliases) a`,
  );
  const listed = rows.map(({ name }) => name);
  const words = [...new Set(listed.flatMap((name) => name.split(/[^\p{L}]+/u)))].filter(
    (word) => word.length > 3,
  );
  // The same names in every run, in an order that looks like chance; few words are frequent and many are rare (Zipf).
  const chance = (n: number): number => ((Math.imul(n, 2_654_435_761) >>> 0) + 0.5) / 2 ** 32;
  const word = (n: number): string => words[Math.floor(words.length ** chance(n)) - 1]!;
  const invented = (n: number): string => `${word(3 * n)} ${word(3 * n + 1)} ${word(3 * n + 2)}`;
  await db.transaction((tx) =>
    importList(tx, {
      ...common,
      source: 'invented',
      format: 'csv',
      main: (async function* () {
        yield 'name\n';
        for (let n = listed.length; n < NAMES; n++) yield `${invented(n)}\n`;
      })(),
    }),
  );
  const list = await db.transaction((tx) =>
    createList(tx, orgId, { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' }),
  );
  const service = await bench.start('src/main.ts');
  const headers = { 'x-api-key': key };
  const json = { ...headers, 'content-type': 'application/json' };
  let asked = 0;
  const name = (): string => {
    asked += 1;
    return asked % 10 === 0 ? listed[(asked * 7919) % listed.length]! : invented(1_000_000 + asked);
  };

  await compare(
    `One name a request at ${NAMES} names, stored, against a GET of one row`,
    'req/s',
    {
      name: 'POST /api/v1/fraud/screen',
      run: () =>
        throughput({
          url: `${service}/api/v1/fraud/screen`,
          method: 'POST',
          headers: json,
          each: () => ({ body: JSON.stringify({ name: name() }) }),
        }),
    },
    {
      name: 'GET /api/v1/fraud/lists/:id',
      run: () => throughput({ url: `${service}/api/v1/fraud/lists/${list.id}`, headers }),
    },
    REQUIRED_RATIO,
  );

  // One batch at a time: one core computes, and waits for its own rows.
  const rates: number[] = [];
  for (let i = 0; i < BATCHES; i++) {
    const body = JSON.stringify({ items: Array.from({ length: BATCH }, () => ({ name: name() })) });
    const began = performance.now();
    const answer = await fetch(`${service}/api/v1/fraud/screen/batch`, {
      method: 'POST',
      headers: json,
      body,
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the batch answered ${answer.status}`);
    rates.push(BATCH / ((performance.now() - began) / 1000));
  }
  const rate = median(rates.slice(2));
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
