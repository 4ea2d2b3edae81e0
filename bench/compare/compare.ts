/**
 * `npm run bench -- compare BEFORE` compares this checkout with another version: a git revision, or a folder with
 * installed packages. It measures milliseconds of computing per request, of the process and its PostgreSQL sessions
 * together, in alternating rounds. On a busy machine these ratios vary less than requests per second.
 *
 * An operation fails if the median of its ratios is above the limit and the lowest ratio is above 1; the exit code is
 * then 1. `--record VERSION` adds this checkout's figures to the table of versions in docs/benchmarks.md. Needs Linux.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../support/measure.ts';
import { withVersion } from '../support/table.ts';
import { fill, OPERATIONS, type Operation } from './requests.ts';
import { checkOut, startService, type Service } from './service.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = join(ROOT, 'docs/benchmarks.md');
const WARM_UP = 0.5;
/** sysexits.h: wrong usage. */
const USAGE = 64;

type Cost = { node: number; postgres: number };

let sequence = 0;

/** Returns the milliseconds of computing per request of a round. */
async function round(
  service: Service,
  { connections, request }: Operation,
  requests: number,
): Promise<Cost> {
  const stop = await service.startCpu();
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while ((sent += 1) <= requests) await request(service, (sequence += 1));
    }),
  );
  const { node, postgres } = await stop();
  return { node: node / requests, postgres: postgres / requests };
}

function total({ node, postgres }: Cost): number {
  return node + postgres;
}

/** Runs half a round for each version, and then alternating rounds. @returns each pair of rounds: before, now */
async function pairsOf(
  operation: Operation,
  before: Service,
  now: Service,
  rounds: number,
): Promise<[Cost, Cost][]> {
  const { requests } = operation;
  for (const service of [before, now])
    await round(service, operation, Math.ceil(requests * WARM_UP));
  const pairs: [Cost, Cost][] = [];
  for (let i = 0; i < rounds; i += 1)
    pairs.push([await round(before, operation, requests), await round(now, operation, requests)]);
  return pairs;
}

function said(costs: Cost[]): string {
  const part = (pick: (cost: Cost) => number) => median(costs.map(pick)).toFixed(3);
  return `${part(({ node }) => node)} + ${part(({ postgres }) => postgres)}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    limit: { type: 'string', default: '1.03' },
    record: { type: 'string' },
  },
});
const names = values.only?.split(',') ?? Object.keys(OPERATIONS);
const unknown = names.filter((name) => !OPERATIONS[name]);
const [version] = positionals;
if (version === undefined || positionals.length > 1 || unknown.length > 0) {
  if (unknown.length > 0)
    console.error(
      `there is no ${unknown.join(', ')}; there are ${Object.keys(OPERATIONS).join(', ')}`,
    );
  console.error(
    'usage: compare BEFORE [--only NAME,…] [--rounds N] [--limit RATIO] [--record VERSION]',
  );
  process.exit(USAGE);
}

const other = checkOut(version);
const services: Service[] = [];
const costs = new Map<string, number>();
try {
  for (const dir of [other.dir, ROOT]) {
    const service = await startService(dir);
    services.push(service);
    await fill(service);
  }
  const [before, now] = services as [Service, Service];
  for (const name of names) {
    const pairs = await pairsOf(OPERATIONS[name]!, before, now, Number(values.rounds));
    const ratios = pairs.map(([a, b]) => total(b) / total(a));
    const isMissed = median(ratios) > Number(values.limit) && Math.min(...ratios) > 1;
    if (isMissed) process.exitCode = 1;
    costs.set(name, median(pairs.map(([, cost]) => total(cost))));
    console.log(
      `${name.padEnd(14)} ms, process + PostgreSQL: ${said(pairs.map(([cost]) => cost))} before, ` +
        `${said(pairs.map(([, cost]) => cost))} now; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}, ` +
        `median ${median(ratios).toFixed(2)}${isMissed ? ', MISSED' : ''}`,
    );
  }
} finally {
  for (const service of services) await service.stop();
  other.remove();
}
if (values.record !== undefined) {
  const date = new Date().toISOString().slice(0, 10);
  const document = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, withVersion(document, values.record, date, costs));
}
