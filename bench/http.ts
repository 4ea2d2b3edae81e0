import { createList } from '../src/modules/lists/index.ts';
import { compare, throughput } from './support/measure.ts';
import { openBench } from './support/server.ts';

/**
 * Measures policies, envelope and idempotency: policies and envelope as a ratio against a bare route, and an
 * idempotency key against no key.
 */
const bench = await openBench();
try {
  const { key, orgId } = bench;
  const list = await bench.opened.db.transaction((tx) =>
    createList(tx, orgId, { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' }),
  );
  const service = await bench.start('bin/oriki.cjs serve');
  const bare = await bench.start('bench/support/bare-server.ts');
  const headers = { 'x-api-key': key };
  await compare(
    'GET of one row, all policies against a bare Fastify route with the same SQL',
    'req/s',
    {
      name: 'GET /api/v1/fraud/lists/:id',
      run: () => throughput({ url: `${service}/api/v1/fraud/lists/${list.id}`, headers }),
    },
    { name: 'bare route', run: () => throughput({ url: `${bare}/lists/${orgId}/${list.id}` }) },
    0.75,
  );

  let serial = 0;
  const post = (idempotent: boolean) => () =>
    throughput({
      url: `${service}/api/v1/fraud/lists`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      each: () => {
        serial += 1;
        return {
          ...(idempotent ? { headers: { 'idempotency-key': `bench-${serial}` } } : {}),
          body: JSON.stringify({
            source: `bench-${serial}`,
            name: 'Bench',
            kind: 'tenant_blocklist',
          }),
        };
      },
    });
  await compare(
    'POST with an idempotency key against the same POST without',
    'req/s',
    { name: 'POST /api/v1/fraud/lists, with a key', run: post(true) },
    { name: 'POST /api/v1/fraud/lists, without', run: post(false) },
    0.6,
  );
} finally {
  await bench.close();
}
