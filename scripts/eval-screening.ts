/**
 * Quality of the name matcher on labelled pairs and on people who are on no list.
 *
 *     npx node scripts/eval-screening.ts [--data DIR] [--threshold N] [--quiet]
 *
 * DIR holds name_pairs_dev.csv, name_pairs_dev_logicv2.csv (the rival's scores), unlisted_people_10k.csv and
 * the OFAC sdn and alt files; default ../shared/data/screening beside the repository. Exit 1 without them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import {
  buildScanSet,
  canonicalise,
  DEFAULT_THRESHOLD,
  scan,
  scoreNames,
} from '../src/modules/screening/matching/index.ts';

type Row = Record<string, string>;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    threshold: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
});
const dataDir = resolve(values.data ?? resolve(import.meta.dirname, '../../shared/data/screening'));
const threshold = Number(values.threshold ?? DEFAULT_THRESHOLD);
/** The threshold OpenSanctions uses by default with logic-v2. */
const RIVAL_THRESHOLD = 0.7;

const FILES = {
  pairs: 'name_pairs_dev.csv',
  rival: 'name_pairs_dev_logicv2.csv',
  people: 'unlisted_people_10k.csv',
  sdn: 'ofac_2021_sdn.csv',
  alt: 'ofac_2021_alt.csv',
};
for (const file of Object.values(FILES)) {
  if (!existsSync(resolve(dataDir, file))) {
    console.error(`eval-screening: ${file} is not in ${dataDir}; give the folder with --data DIR`);
    process.exit(1);
  }
}

const readRows = (file: string): Row[] =>
  parse(readFileSync(resolve(dataDir, file)), { columns: true, bom: true }) as Row[];
const readTable = (file: string): string[][] =>
  parse(readFileSync(resolve(dataDir, file)), {
    relax_column_count: true,
    relax_quotes: true,
  }) as string[][];

interface Counts {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
}
const count = (outcomes: readonly { truth: boolean; hit: boolean }[]): Counts => {
  const counts: Counts = { tp: 0, fp: 0, fn: 0, tn: 0 };
  for (const { truth, hit } of outcomes) counts[truth ? (hit ? 'tp' : 'fn') : hit ? 'fp' : 'tn']++;
  return counts;
};
const figures = ({ tp, fp, fn }: Counts): { precision: number; recall: number; f1: number } => ({
  precision: tp / (tp + fp),
  recall: tp / (tp + fn),
  f1: (2 * tp) / (2 * tp + fp + fn),
});

/** OpenSanctions' schema names; anything else says nothing about the kind of entity. */
const evaluatePairs = (): void => {
  const rival = new Map(
    readRows(FILES.rival).map((row) => [
      `${row['name1']}\t${row['name2']}\t${row['is_match']}`,
      row,
    ]),
  );
  const outcomes = readRows(FILES.pairs).map((row) => {
    const name1 = row['name1'] ?? '';
    const name2 = row['name2'] ?? '';
    const truth = row['is_match'] === 'true';
    const { score } = scoreNames(canonicalise(name1), canonicalise(name2));
    const theirs = Number(rival.get(`${name1}\t${name2}\t${row['is_match']}`)?.['score'] ?? 0);
    return { row, name1, name2, truth, score, hit: score >= threshold, theirs };
  });
  const ours = figures(count(outcomes));
  const rivalCounts = count(
    outcomes.map(({ truth, theirs }) => ({ truth, hit: theirs >= RIVAL_THRESHOLD })),
  );
  const others = figures(rivalCounts);
  console.log(`pairs: ${outcomes.length} of ${FILES.pairs}, one threshold for all`);
  console.log(`            oriki (>= ${threshold})   logic-v2 (>= ${RIVAL_THRESHOLD})`);
  for (const key of ['precision', 'recall', 'f1'] as const) {
    console.log(`${key.padEnd(12)}${ours[key].toFixed(3).padEnd(17)}${others[key].toFixed(3)}`);
  }
  const strong = outcomes.filter(({ row }) => row['quality'] === 'STRONG');
  const right = strong.filter(({ truth, hit }) => truth === hit).length;
  const rivalRight = strong.filter(
    ({ truth, theirs }) => truth === theirs >= RIVAL_THRESHOLD,
  ).length;
  console.log(
    `${'STRONG right'.padEnd(12)} ${right}/${strong.length}            ${rivalRight}/${strong.length}`,
  );
  const misses = outcomes.filter(({ truth, hit }) => truth !== hit);
  console.log(`misses: ${misses.length}`);
  if (values.quiet) return;
  for (const { row, name1, name2, truth, score, theirs } of misses) {
    const kind = truth ? 'missed' : 'false ';
    console.log(
      `  ${kind} ${score.toFixed(1).padStart(5)} (rival ${(theirs * 100).toFixed(0)}) ${row['quality']} ${name1} | ${name2}`,
    );
  }
};

const evaluateFalsePositives = (): void => {
  const individuals = new Set<string>();
  const names: string[] = [];
  for (const [id = '', name = '', type = ''] of readTable(FILES.sdn)) {
    if (type.trim() !== 'individual') continue;
    individuals.add(id.trim());
    names.push(name);
  }
  for (const [id = '', , , name = ''] of readTable(FILES.alt)) {
    if (individuals.has(id.trim())) names.push(name);
  }
  const canonical = names.map((name) => canonicalise(name, { entity: 'person' }));
  const built = performance.now();
  const set = buildScanSet(canonical.map((name, i) => ({ id: i, name })));
  const buildMs = performance.now() - built;
  const people = readRows(FILES.people).map((row) => row['full_name'] ?? '');
  const times: number[] = [];
  let flagged = 0;
  const examples: string[] = [];
  for (const person of people) {
    const start = performance.now();
    const hits = scan(canonicalise(person), set, threshold);
    times.push(performance.now() - start);
    const top = hits[0];
    if (top === undefined) continue;
    flagged++;
    examples.push(`  ${top.score.toFixed(1)} ${person} | ${names[top.id] ?? ''}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * times.length)] ?? 0).toFixed(2);
  const rate = (100 * flagged) / people.length;
  console.log(
    `\nfalse positives: ${flagged} of ${people.length} unlisted people hit OFAC individuals ` +
      `(${names.length} names) at ${threshold}: ${rate.toFixed(2)} % (target 0.1 %)`,
  );
  if (!values.quiet) for (const example of examples) console.log(example);
  console.log(
    `scan: build ${buildMs.toFixed(0)} ms; per query median ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
};

evaluatePairs();
evaluateFalsePositives();
