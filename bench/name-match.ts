import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { token_set_ratio, token_sort_ratio } from 'fuzzball';
import { canonicalText } from '../src/names/index.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { matchNames, type ClaimedName } from '../src/modules/identity/name-match/match.ts';

/**
 * Compares the name match of identity verification with common scores, on the labeled pairs: the share of correct
 * decisions, the number of accepted wrong people, and pairs per second.
 */
const jaroWinkler = createRequire(import.meta.url)('jaro-winkler') as (
  a: string,
  b: string,
) => number;

const THRESHOLD = 70;
/** The required shares, in percent. */
const REQUIRED = 99;
const ROUNDS = 5;

type Pair = ClaimedName & { set: string; same: string; record: string };
type Scorer = { name: string; score: (pair: Pair) => number };

const pairs = parse<Pair>(
  readFileSync(join(import.meta.dirname, '../test/vectors/identity-names.csv')),
  { columns: true },
);

/** The rivals get canonical names. Otherwise diacritics and titles would decide their results. */
function canonical(text: string): string {
  return canonicalText(text, { entity: 'person' });
}
function onCanonical(score: (a: string, b: string) => number) {
  return (pair: Pair): number =>
    score(canonical(`${pair.firstName} ${pair.lastName}`), canonical(pair.record));
}
function sorted(text: string): string {
  return text.split(' ').toSorted().join(' ');
}

const ours: Scorer = { name: 'matchNames', score: (pair) => matchNames(pair, pair.record).score };
const tokenSort: Scorer = {
  name: 'fuzzball token_sort_ratio',
  score: onCanonical((a, b) => token_sort_ratio(a, b)),
};
const scorers: Scorer[] = [
  ours,
  tokenSort,
  { name: 'fuzzball token_set_ratio', score: onCanonical((a, b) => token_set_ratio(a, b)) },
  {
    name: 'Jaro-Winkler, words sorted',
    score: onCanonical((a, b) => 100 * jaroWinkler(sorted(a), sorted(b))),
  },
];

type Quality = { right: number; accepted: number; missed: number };

function qualityAt(threshold: number, scored: { pair: Pair; score: number }[]): Quality {
  const wrong = scored.filter(({ pair, score }) => score >= threshold !== (pair.same === 'yes'));
  const accepted = wrong.filter(({ pair }) => pair.same === 'no').length;
  return {
    right: 1 - wrong.length / scored.length,
    accepted,
    missed: wrong.length - accepted,
  };
}

function line(name: string, threshold: number, { right, accepted, missed }: Quality): string {
  return `  ${name.padEnd(28)} ${String(threshold).padStart(9)} ${`${(100 * right).toFixed(1)} %`.padStart(8)} ${String(accepted).padStart(9)} ${String(missed).padStart(7)}`;
}

const thresholds = Array.from({ length: 101 }, (_, i) => i);
for (const [title, set] of [
  ['All pairs', pairs],
  ['Pairs held out', pairs.filter((pair) => pair.set === 'held')],
] as const) {
  const others = set.filter((pair) => pair.same === 'no').length;
  console.log(`${title}: ${set.length}, ${others} of them two people`);
  console.log(`  ${''.padEnd(28)} threshold    right  accepted  missed`);
  for (const { name, score } of scorers) {
    const scored = set.map((pair) => ({ pair, score: score(pair) }));
    const quality = qualityAt(THRESHOLD, scored);
    console.log(line(name, THRESHOLD, quality));
    const best = thresholds
      .map((threshold) => ({ threshold, quality: qualityAt(threshold, scored) }))
      .toSorted((a, b) => b.quality.right - a.quality.right)[0]!;
    console.log(line('  at its best threshold', best.threshold, best.quality));
    if (name !== ours.name) continue;
    result({
      what: `Names decided as labelled, ${title.toLowerCase()}`,
      measured: `${(100 * quality.right).toFixed(1)} % of ${set.length}`,
      figure: 100 * quality.right,
      unit: '%',
      atLeast: REQUIRED,
    });
    result({
      what: `Other people accepted as the same, ${title.toLowerCase()}`,
      measured: `${quality.accepted} of ${others}`,
      figure: quality.accepted,
      atMost: 0,
    });
  }
  console.log();
}
function pairsPerSecond(score: (pair: Pair) => number): number {
  const began = performance.now();
  for (let i = 0; i < 20; i++) for (const pair of pairs) score(pair);
  return (20 * pairs.length * 1000) / (performance.now() - began);
}
const speeds: [number, number][] = [];
for (let i = 0; i <= ROUNDS; i++)
  speeds.push([pairsPerSecond(ours.score), pairsPerSecond(tokenSort.score)]);
// The first round is for warm-up.
speeds.shift();
const [own, rival] = [median(speeds.map(([a]) => a)), median(speeds.map(([, b]) => b))];
const ratio = median(speeds.map(([a, b]) => a / b));
result({
  what: 'Speed of the match of names, canonicalised each time',
  measured: `${own.toFixed(0)} pairs/s`,
  baseline: `${tokenSort.name} ${rival.toFixed(0)} pairs/s`,
  figure: ratio,
});
