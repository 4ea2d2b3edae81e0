import { createList } from '../src/modules/lists/index.ts';
import { TENANT_SCOPES } from '../src/modules/declared.ts';
import { createKey } from '../src/modules/tenants/index.ts';
import { startValkey, withoutValkey } from '../test/support/valkey.ts';
import { compare, throughput } from './support/measure.ts';
import { openBench } from './support/server.ts';

/** Measures the cost of counting rate limits for all processes together: reads of one row by alternating keys. */
const KEYS = 20;

const bench = await openBench();
const valkey = withoutValkey('rate limits in Valkey') ? undefined : await startValkey();
try {
  const { orgId, opened } = bench;
  const { listId, keys } = await opened.db.transaction(async (tx) => {
    const list = { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' as const };
    const made: string[] = [];
    for (let i = 0; i < KEYS; i += 1)
      made.push((await createKey(tx, { organizationId: orgId, scopes: [...TENANT_SCOPES] })).key);
    return { listId: (await createList(tx, orgId, list)).id, keys: made };
  });
  let turn = 0;
  const load = (base: string) => () =>
    throughput({
      url: `${base}/api/v1/fraud/lists/${listId}`,
      each: () => ({ headers: { 'x-api-key': keys[(turn += 1) % KEYS]! } }),
    });
  const alone = load(await bench.start('bin/oriki.cjs serve'));
  const stores = [
    ['PostgreSQL', { ORIKI_RATE_LIMIT_STORE: 'postgres' }],
    ...(valkey
      ? [['Valkey', { ORIKI_RATE_LIMIT_STORE: 'valkey', ORIKI_VALKEY_URL: valkey.url }] as const]
      : []),
  ] as const;
  for (const [name, env] of stores)
    await compare(
      `GET of one row, rate limits counted in ${name} against in the process`,
      'req/s',
      { name, run: load(await bench.start('bin/oriki.cjs serve', env)) },
      { name: 'in the process', run: alone },
      undefined,
    );
} finally {
  await bench.close();
  await valkey?.close();
}
