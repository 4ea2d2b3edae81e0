import { newId } from '../src/platform/ids.ts';
import { createList } from '../src/modules/lists/index.ts';
import { compare } from './support/measure.ts';
import { openBench } from './support/server.ts';

/** Measures entries per second of POST …/entries against a bare INSERT … SELECT unnest of the same rows. */
const ENTRIES = 1000;
const REQUESTS = 20;

const bench = await openBench();
try {
  const { orgId, key, opened } = bench;
  const pool = opened.db.pool;
  const lists = await opened.db.transaction(async (tx) => [
    await createList(tx, orgId, { source: 'http', name: 'HTTP', kind: 'tenant_blocklist' }),
    await createList(tx, orgId, { source: 'bare', name: 'Bare', kind: 'tenant_blocklist' }),
  ]);
  const [target, bare] = [lists[0]!, lists[1]!];
  const entries = Array.from({ length: ENTRIES }, (_, i) => ({
    name: `Adébáyọ̀ O'Connor-${i} Chukwuemeka`,
    dob: '1980-02-29',
    country: 'NG',
    identifiers: { customer: String(i) },
  }));
  const service = await bench.start('bin/oriki.cjs serve');
  let serial = 0;

  async function overHttp(): Promise<number> {
    const began = performance.now();
    for (let i = 0; i < REQUESTS; i++) {
      const response = await fetch(`${service}/api/v1/fraud/lists/${target.id}/entries`, {
        method: 'POST',
        headers: {
          'x-api-key': key,
          'content-type': 'application/json',
          'idempotency-key': `b-${(serial += 1)}`,
        },
        body: JSON.stringify({ entries }),
      });
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
    return (ENTRIES * REQUESTS * 1000) / (performance.now() - began);
  }

  async function bareInsert(): Promise<number> {
    const began = performance.now();
    for (let i = 0; i < REQUESTS; i++) {
      await pool.query(
        `INSERT INTO screening_entries
           (org_id, list_id, id, name, canonical_name, canon_version, dob, country, identifiers, raw, revision)
         SELECT $1, $2, e.id, e.name, e.canonical_name, 1, e.dob, e.country, e.identifiers, e.raw, 1
         FROM unnest($3::text[], $4::text[], $5::text[], $6::date[], $7::text[], $8::json[], $9::json[])
           AS e (id, name, canonical_name, dob, country, identifiers, raw)`,
        [
          orgId,
          bare.id,
          entries.map(() => newId('entry')),
          entries.map((entry) => entry.name),
          entries.map(() => 'adebayo o connor chukwuemeka'),
          entries.map((entry) => entry.dob),
          entries.map((entry) => entry.country),
          entries.map((entry) => JSON.stringify(entry.identifiers)),
          entries.map((entry) => JSON.stringify(entry)),
        ],
      );
    }
    return (ENTRIES * REQUESTS * 1000) / (performance.now() - began);
  }

  await compare(
    `Bulk add of ${ENTRIES} entries a request over HTTP, with an idempotency key, against a bare insert of the rows`,
    'entries/s',
    { name: 'POST /api/v1/fraud/lists/:id/entries', run: overHttp },
    { name: 'INSERT … SELECT unnest', run: bareInsert },
    0.5,
  );
} finally {
  await bench.close();
}
