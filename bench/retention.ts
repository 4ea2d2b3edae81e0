import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../src/modules/tenants/index.ts';
import { createList } from '../src/modules/lists/index.ts';
import { CONNECTIONS, p95 } from './support/p95.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Measures how the removal of 1,000,000 screenings whose period has ended affects the requests that a process answers
 * during the removal.
 */
const SCREENINGS = 1_000_000;
const AT_ONCE = 50_000;
const QUIET_MS = 20_000;
const REQUIRED_P95 = 1.2;

const QUERY =
  '{"name":"Adaeze Okonkwo","dob":"1980-02-29","country":"NG","kinds":["sanctions","pep"],"threshold":80,"limit":10}';

const bench = await openBench();
try {
  const { db } = bench.opened;
  const { orgId, owner } = bench;
  for (let from = 0; from < SCREENINGS; from += AT_ONCE)
    await owner.query(
      `INSERT INTO screenings (org_id, id, subject_id, query, hits, outcome, list_version, screened_at, counted)
       SELECT $1, 'scr_' || lpad(n::text, 26, '0'), 'customer-' || n % 1000, $2, '[]', 'clear', 'v1',
         now() - interval '2000 days' + n * interval '1 second', true
       FROM generate_series($3::int, $4::int) AS n`,
      [orgId, QUERY, from, from + AT_ONCE - 1],
    );
  await owner.query('ANALYZE screenings');
  const { id, key } = await db.transaction(async (tx) => ({
    ...(await createList(tx, orgId, { source: 'bench', name: 'B', kind: 'tenant_blocklist' })),
    key: (await createKey(tx, { organizationId: orgId, scopes: ['fraud:manage'] })).key,
  }));
  const service = await bench.launch('bin/oriki.cjs serve');
  const url = new URL(`${service.url}/api/v1/fraud/lists/${id}`);
  const headers = { 'x-api-key': key };
  await p95(url, headers, sleep(QUIET_MS / 4));
  const before = await p95(url, headers, sleep(QUIET_MS));
  await bench.oriki('retention', 'on', '--class', 'screenings');
  const began = performance.now();
  const removing = bench.oriki('jobs', 'run', 'retention');
  const during = await p95(url, headers, removing);
  const seconds = (performance.now() - began) / 1000;
  const after = await p95(url, headers, sleep(QUIET_MS));
  const { rows } = await owner.query(
    'SELECT count(*)::int AS count FROM screenings WHERE org_id = $1',
    [orgId],
  );
  if (rows[0].count !== 0) throw new Error(`${rows[0].count} screenings stay`);
  const quiet = (before + after) / 2;
  result({
    what: `p95 of GETs over ${CONNECTIONS} connections during the removal of ${SCREENINGS} screenings`,
    measured: `${during.toFixed(2)} ms, in ${seconds.toFixed(0)} s`,
    baseline: `${quiet.toFixed(2)} ms without`,
    figure: during / quiet,
    atMost: REQUIRED_P95,
  });
} finally {
  await bench.close();
}
