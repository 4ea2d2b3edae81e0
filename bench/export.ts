import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { updateSettings } from '../src/modules/exports/index.ts';
import { threadsModule } from '../src/modules/threads/index.ts';
import { createKey, createOrganization } from '../src/modules/tenants/index.ts';
import { createList } from '../src/modules/lists/index.ts';
import { loadMessages } from './support/export-data.ts';
import { compare, median } from './support/measure.ts';
import { CONNECTIONS, p95 } from './support/p95.ts';
import { result } from './support/result.ts';
import { openBench, type Bench } from './support/server.ts';

/**
 * Measures exports of 500,000 messages from the request to COMPLETED, against a bare COPY of the same query into a
 * file. Also measures their additional memory compared with an export of 10,000, and their effect on requests that the
 * same process answers during the export.
 */
const FEW = 10_000;
const MANY = 500_000;
const ROUNDS = 3;
const REQUIRED = { csv: 0.6, json: 0.4, memoryMb: 40, p95: 1.5 };
const SAMPLE_MS = 5000;

type Tenant = { orgId: string; key: string };

async function tenant(bench: Bench, messages: number): Promise<Tenant> {
  const { db } = bench.opened;
  const created = await db.transaction(async (tx) => {
    const { id: orgId } = await createOrganization(tx, {
      name: 'Bench',
      plan: 'pro',
      addons: ['detection_pack'],
    });
    await updateSettings(tx, orgId, { maxRowsPerExport: MANY });
    const scopes = ['exports:create', 'fraud:manage'];
    return { orgId, key: (await createKey(tx, { organizationId: orgId, scopes })).key };
  });
  await loadMessages(bench.owner, created.orgId, messages);
  return created;
}

/** @returns rows per second */
async function exported(service: string, { key }: Tenant, format: string): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const began = performance.now();
  const body = JSON.stringify({ dataType: 'messages', format });
  const answer = await fetch(`${service}/api/v1/exports`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: { id: string } };
  for (;;) {
    await sleep(20);
    const now = await fetch(`${service}/api/v1/exports/${data.id}`, { headers });
    const { data: found } = (await now.json()) as { data: { status: string; recordCount: number } };
    if (found.status === 'FAILED') throw new Error('the export failed');
    if (found.status === 'COMPLETED')
      return (found.recordCount * 1000) / (performance.now() - began);
  }
}

const { source: messagesExport } = threadsModule.exports.messages;

async function bareCopy(bench: Bench, { orgId }: Tenant, folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const filter = { orgId, from: undefined, to: undefined, service: undefined };
  const order = messagesExport.order.map((name) => sql.ref(`r.${name}`));
  const query = sql`SELECT * FROM (${messagesExport.query(filter)}) AS r ORDER BY ${sql.join(order)}`;
  const { sql: compiled, parameters } = query.compile(bench.opened.db.read);
  const text = compiled.replaceAll(/\$(\d+)/g, (_, n: string) =>
    pg.escapeLiteral(String(parameters[Number(n) - 1])),
  );
  const began = performance.now();
  const copy = client.query(copyTo(`COPY (${text}) TO STDOUT (FORMAT csv, HEADER)`));
  await pipeline(copy, createWriteStream(join(folder, 'bare.csv')));
  const rate = (copy.rowCount * 1000) / (performance.now() - began);
  await client.end();
  return rate;
}

/** The peak resident memory of the process, in MB. */
async function peakMb(pid: number): Promise<number> {
  const [, kb] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kb) / 1024;
}

const bench = await openBench();
const folder = await mkdtemp(join(tmpdir(), 'oriki-bench-export-'));
try {
  const [few, many] = [await tenant(bench, FEW), await tenant(bench, MANY)];
  const limits = 'exports=900000000,lists=900000000';
  const service = await bench.launch('bin/oriki.cjs serve', { ORIKI_RATE_LIMITS: limits });

  await exported(service.url, few, 'CSV');
  await exported(service.url, few, 'JSON');
  const small = await peakMb(service.pid);
  const bare = { name: 'bare COPY into a file', run: () => bareCopy(bench, many, folder) };
  for (const [format, required] of [
    ['CSV', REQUIRED.csv],
    ['JSON', REQUIRED.json],
  ] as const) {
    const run = () => exported(service.url, many, format);
    await compare(
      `${MANY} messages as ${format}, from the request to the finished file, against COPY … CSV of the same query`,
      'rows/s',
      { name: `POST /api/v1/exports, ${format}`, run },
      bare,
      required,
      ROUNDS,
    );
  }
  const grown = (await peakMb(service.pid)) - small;
  result({
    what: `Peak memory of the process with an export of ${MANY} rows, more than with one of ${FEW}`,
    measured: `${(small + grown).toFixed(0)} MB`,
    baseline: `${small.toFixed(0)} MB`,
    figure: grown,
    unit: 'MB',
    atMost: REQUIRED.memoryMb,
  });

  const { id } = await bench.opened.db.transaction((tx) =>
    createList(tx, many.orgId, { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' }),
  );
  const url = new URL(`${service.url}/api/v1/fraud/lists/${id}`);
  const headers = { 'x-api-key': many.key };
  const pairs: [number, number][] = [];
  await p95(url, headers, sleep(SAMPLE_MS));
  for (let i = 0; i < ROUNDS; i++) {
    const quiet = await p95(url, headers, sleep(SAMPLE_MS));
    const meanwhile = exported(service.url, many, 'CSV');
    pairs.push([quiet, await p95(url, headers, Promise.race([meanwhile, sleep(SAMPLE_MS)]))]);
    await meanwhile;
  }
  const growth = median(pairs.map(([quiet, busy]) => busy / quiet));
  const of = (values: number[]): string => `${median(values).toFixed(2)} ms`;
  result({
    what: `95th percentile of GET /api/v1/fraud/lists/:id over ${CONNECTIONS} connections during an export of ${MANY}`,
    measured: of(pairs.map(([, b]) => b)),
    baseline: `${of(pairs.map(([q]) => q))} without`,
    figure: growth,
    atMost: REQUIRED.p95,
  });
} finally {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
}
