import { createList } from '../src/modules/lists/index.ts';
import { TENANT_SCOPES } from '../src/modules/declared.ts';
import { createKey, createOrganization } from '../src/modules/tenants/index.ts';
import { compare, throughput } from './support/measure.ts';
import { openBench } from './support/server.ts';

/**
 * Measures the cost of row-level security for a request: the service against the same service as the owner of the
 * tables, to which no policies apply. With many organizations, each request is for another organization than the
 * previous one, so every session must set the organization again. This is the worst case.
 */
const ORGANIZATIONS = 100;

const bench = await openBench();
try {
  const { db } = bench.opened;
  const tenants = await db.transaction(async (tx) => {
    const made: { key: string; listId: string }[] = [];
    for (let i = 0; i < ORGANIZATIONS; i += 1) {
      const addons = ['detection_pack' as const];
      const { id } = await createOrganization(tx, { name: 'Bench', plan: 'enterprise', addons });
      const { key } = await createKey(tx, { organizationId: id, scopes: [...TENANT_SCOPES] });
      const list = { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' as const };
      made.push({ key, listId: (await createList(tx, id, list)).id });
    }
    return made;
  });
  const secured = await bench.start('bin/oriki.cjs serve');
  const open = await bench.start('bin/oriki.cjs serve', { DATABASE_URL: bench.ownerUrl });
  let turn = 0;
  let among = 1;
  const next = () => tenants[(turn += 1) % among]!;

  const read = (base: string) => () =>
    throughput({
      url: base,
      each: () => {
        const { key, listId } = next();
        return { path: `/api/v1/fraud/lists/${listId}`, headers: { 'x-api-key': key } };
      },
    });
  const write = (base: string) => () =>
    throughput({
      url: `${base}/api/v1/fraud/lists`,
      method: 'POST',
      each: () => ({
        headers: { 'x-api-key': next().key, 'content-type': 'application/json' },
        body: JSON.stringify({ source: `s-${turn}`, name: 'Bench', kind: 'tenant_blocklist' }),
      }),
    });
  for (const [what, load, organizations, required] of [
    ['GET of one row', read, 1, 0.9],
    ['GET of one row', read, ORGANIZATIONS, undefined],
    ['POST of one row', write, ORGANIZATIONS, 0.85],
  ] as const) {
    among = organizations;
    await compare(
      `${what}, row-level security on against off, ${organizations} organization(s) in turn`,
      'req/s',
      { name: 'on', run: load(secured) },
      { name: 'off (the owner of the tables)', run: load(open) },
      required,
    );
  }
} finally {
  await bench.close();
}
