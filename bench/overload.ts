import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createList } from '../src/modules/lists/index.ts';
import { TENANT_SCOPES } from '../src/modules/declared.ts';
import { createKey, createOrganization } from '../src/modules/tenants/index.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Measures the effect of one organization on another. The first keeps 40 bulk adds of 1,000 entries in progress. The
 * figure is the p95 of the second one's requests, alternately reads of one row and screenings of one name, at a
 * constant 100 per second, without and with the load, in alternating rounds.
 */
const ADDS = Number(process.env['ADDS'] ?? 40);
const ENTRIES = 1000;
const PER_SECOND = 100;
const SECONDS = 5;
const ROUNDS = 5;

const bench = await openBench();
try {
  const { opened, orgId, key } = bench;
  const { db } = opened;
  const [listId, greedy] = await db.transaction(async (tx) => {
    const list = await createList(tx, orgId, { source: 'b', name: 'B', kind: 'tenant_blocklist' });
    const { id } = await createOrganization(tx, {
      name: 'Greedy',
      plan: 'enterprise',
      addons: ['detection_pack'],
    });
    const created = await createKey(tx, { organizationId: id, scopes: [...TENANT_SCOPES] });
    const filled = await createList(tx, id, { source: 'g', name: 'G', kind: 'tenant_blocklist' });
    return [list.id, { key: created.key, listId: filled.id }] as const;
  });
  const service = await bench.start('bin/oriki.cjs serve', { ORIKI_LOG_LEVEL: 'warn' });
  const headers = { 'x-api-key': key };

  const ask = async (i: number): Promise<void> => {
    const response = await (i % 2 === 0
      ? fetch(`${service}/api/v1/fraud/lists/${listId}`, { headers })
      : fetch(`${service}/api/v1/fraud/screen`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ name: `Folasade Bamgbose ${i}` }),
        }));
    await response.arrayBuffer();
    if (response.status !== 200) console.log(response.status);
  };

  /** Returns milliseconds from the scheduled time of each request. */
  async function p95(): Promise<number> {
    const began = performance.now();
    const latencies: number[] = [];
    const asked: Promise<unknown>[] = [];
    for (let i = 0; i < PER_SECOND * SECONDS; i++) {
      const due = began + (i * 1000) / PER_SECOND;
      await sleep(Math.max(0, due - performance.now()));
      asked.push(ask(i).then(() => latencies.push(performance.now() - due)));
    }
    await Promise.all(asked);
    return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)]!;
  }

  const body = JSON.stringify({
    entries: Array.from({ length: ENTRIES }, (_, i) => ({
      name: `Adébáyọ̀ O'Connor-${i} Chukwuemeka`,
      dob: '1980-02-29',
      country: 'NG',
      identifiers: { customer: String(i) },
    })),
  });
  const fill = () =>
    autocannon({
      url: `${service}/api/v1/fraud/lists/${greedy.listId}/entries`,
      method: 'POST',
      headers: { 'x-api-key': greedy.key, 'content-type': 'application/json' },
      body,
      connections: ADDS,
      duration: SECONDS + 1,
      timeout: 60,
      // The load runs in a separate thread, so this process does not affect the measured service.
      workers: 1,
    });

  await p95();
  await fill();
  const pairs: [number, number][] = [];
  const answered: Record<string, number> = {};
  for (let i = 0; i < ROUNDS; i++) {
    await sleep(1000);
    const alone = await p95();
    const filling = fill();
    await sleep(500);
    const beside = await p95();
    pairs.push([beside, alone]);
    const load = await filling;
    answered['2xx'] = (answered['2xx'] ?? 0) + load['2xx'];
    for (const [status, { count = 0 }] of Object.entries(load.statusCodeStats ?? {}))
      if (status !== '201') answered[status] = (answered[status] ?? 0) + count;
    if (process.env['DEBUG'])
      console.log(
        beside.toFixed(1),
        alone.toFixed(1),
        JSON.stringify(load.statusCodeStats),
        load.errors,
        load.latency.max,
      );
  }
  const said = Object.entries(answered)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
  result({
    what: `p95 of another organization while one has ${ADDS} bulk adds of ${ENTRIES} entries in progress (${said})`,
    measured: `${median(pairs.map(([beside]) => beside)).toFixed(1)} ms`,
    baseline: `${median(pairs.map(([, alone]) => alone)).toFixed(1)} ms alone`,
    figure: median(pairs.map(([beside, alone]) => beside / alone)),
    atMost: 3,
  });
} finally {
  await bench.close();
}
