import { extract, token_set_ratio } from 'fuzzball';
import MiniSearch from 'minisearch';
import {
  buildInWorker,
  prepareQuery,
  searchSegment,
  type EntryInput,
  type Segment,
} from '../src/matching/engine/index.ts';
import {
  buildScanSet,
  canonicalise,
  DEFAULT_THRESHOLD,
  entityHint,
  scan,
  scoreNames,
} from '../src/names/index.ts';
import { threadCpuUs } from './support/cpu.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { entries, questions, source } from './support/screening-names.ts';

/**
 * Compares the screening index with a scan that scores every name, with the faster scan of the tests, which must give
 * the same results, and with fuzzy search packages of npm. Also measures the growth of its times with the list. Times
 * are the CPU time of one thread and include canonicalizing the name. Each question is asked once, after others have
 * compiled the code. SCREENING_BENCH=small measures only small lists.
 * minisearch runs with the settings of its documentation: fuzzy 0.2 (a fifth of a word's letters may differ) and the
 * default that any word suffices. fuzzball compares with every name, because it has no index.
 */
const small = process.env['SCREENING_BENCH'] === 'small';
/** The maximum times of a question, in ms: the slowest of a hundred, and the mean. */
const GOALS: Readonly<Record<number, { p99: number; mean?: number }>> = {
  33_000: { p99: Infinity },
  150_000: { p99: 10 },
  1_000_000: { p99: 25, mean: 2 },
};
const SIZES = Object.keys(GOALS)
  .map(Number)
  .slice(0, small ? 1 : undefined);
const COMPARED = small ? 33_000 : 150_000;
/** The lowest threshold that the index answers. */
const LOW_THRESHOLD = 70;
/** Maximum ratio of the mean time at the low threshold to the mean time at the default. */
const LOW_AT_MOST = 3;
const WARM_UP = 600;
const ASKED = 1500;

function namesOf({ name, aliases }: EntryInput): string[] {
  return [...new Set([name, ...aliases.map((alias) => alias.name)])];
}

function ask(text: string, segment: Segment, threshold = DEFAULT_THRESHOLD) {
  return searchSegment(prepareQuery(canonicalise(text)), segment, threshold);
}

type Measured = { p50: number; p99: number; mean: number };

/** Returns the CPU time of a question in ms. */
function measure(segment: Segment, names: string[], threshold: number): Measured {
  for (const text of questions(names, WARM_UP, 7)) ask(text, segment, threshold);
  const times = questions(names, ASKED, 1234 + threshold).map((text) => {
    const before = threadCpuUs();
    ask(text, segment, threshold);
    return (threadCpuUs() - before) / 1000;
  });
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50: median(times),
    p99: sorted[Math.floor(sorted.length * 0.99)]!,
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
  };
}

function said({ p50, p99, mean }: Measured): string {
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms, mean ${mean.toFixed(2)} ms`;
}

async function* inTurn(batches: EntryInput[][]): AsyncGenerator<EntryInput[]> {
  yield* batches;
}

/** Builds a list of `size` names and returns their texts. */
async function build(size: number): Promise<{ segment: Segment; names: string[]; ms: number }> {
  // The names are generated in advance, because generating them is not part of the build.
  const batches: EntryInput[][] = [];
  for await (const batch of entries(size)) batches.push(batch);
  const began = performance.now();
  const segment = await buildInWorker(inTurn(batches));
  const ms = performance.now() - began;
  return { segment, names: batches.flatMap((batch) => batch.flatMap(namesOf)), ms };
}

console.log(`Names of ${source}, enlarged; one thread`);
let smallest: Measured | undefined;
for (const size of SIZES) {
  const { segment, names, ms } = await build(size);
  const found = measure(segment, names, DEFAULT_THRESHOLD);
  const low = measure(segment, names, LOW_THRESHOLD);
  smallest ??= found;
  const { p99, mean } = GOALS[size]!;
  const what = `Index of ${segment.nameCount} names`;
  const against = `${said(smallest)} with ${SIZES[0]} names`;
  result({
    what: `${what}, CPU time of a question, the slowest of a hundred`,
    measured: said(found),
    baseline: against,
    figure: found.p99,
    unit: 'ms',
    ...(p99 === Infinity ? {} : { atMost: p99 }),
  });
  if (mean !== undefined)
    result({
      what: `${what}, CPU time of a question, mean`,
      measured: said(found),
      baseline: against,
      figure: found.mean,
      unit: 'ms',
      atMost: mean,
    });
  result({
    what: `${what}, mean CPU time of a question at threshold ${LOW_THRESHOLD} against ${DEFAULT_THRESHOLD}`,
    measured: said(low),
    baseline: said(found),
    figure: low.mean / found.mean,
    atMost: LOW_AT_MOST,
  });
  if (size !== 1_000_000) continue;
  const bytes = segment.byteLength / segment.nameCount;
  result({
    what: `${what}, memory of a name`,
    measured: `${bytes.toFixed(0)} bytes`,
    figure: bytes,
    unit: 'bytes',
    atMost: 130,
  });
  result({
    what: `${what}, time to build`,
    measured: `${(ms / 1000).toFixed(1)} s`,
    figure: ms / 1000,
    unit: 's',
    atMost: 10,
  });
}

/** Returns the questions per second over `texts`. */
function rate(texts: string[], answer: (text: string) => unknown): number {
  const began = performance.now();
  for (const text of texts) answer(text);
  return (1000 * texts.length) / (performance.now() - began);
}

const { segment, names } = await build(COMPARED);
const list: { text: string; entityType: string }[] = [];
for await (const batch of entries(COMPARED))
  for (const entry of batch)
    for (const text of namesOf(entry)) list.push({ text, entityType: entry.entityType });
const scanned = list
  .map(({ text, entityType }, id) => ({
    id,
    name: canonicalise(text, { entity: entityHint(entityType) }),
  }))
  .filter(({ name }) => name.canonical !== '');
const set = buildScanSet(scanned);
/** A plain scan, which scores every name. */
function plainScan(text: string): number {
  const query = canonicalise(text);
  let hits = 0;
  for (const { name } of scanned) if (scoreNames(query, name).score >= DEFAULT_THRESHOLD) hits += 1;
  return hits;
}
const texts = questions(names, 60, 99);
let different = 0;
let hits = 0;
for (const text of texts) {
  const expected = scan(canonicalise(text), set, DEFAULT_THRESHOLD);
  const found = ask(text, segment);
  hits += expected.length;
  const same =
    expected.length === found.length &&
    expected.every(({ id, score }, i) => {
      const hit = found[i]!;
      return hit.score === score && hit.text === list[id]!.text;
    });
  if (!same) different += 1;
}
const plainTexts = texts.slice(0, 6);
for (const text of plainTexts) if (plainScan(text) !== ask(text, segment).length) different += 1;
result({
  what: `Index of ${segment.nameCount} names, answers that differ from those of the scan`,
  measured: `${different} of ${texts.length}, with ${hits} hits`,
  figure: different,
  atMost: 0,
});
for (const text of questions(names, WARM_UP, 7)) ask(text, segment);
const own = rate(questions(names, ASKED, 55), (text) => ask(text, segment));
function report(name: string, rival: number, required?: number): void {
  return result({
    what: `Index of ${segment.nameCount} names against ${name}`,
    measured: `${own.toFixed(0)} questions/s`,
    baseline: `${name} ${rival.toFixed(2)} questions/s`,
    figure: own / rival,
    ...(required === undefined ? {} : { atLeast: required }),
  });
}
report('every name scored', rate(plainTexts, plainScan), 1000);
// The scan of the tests computes each pair of words once and excludes most names by a bound.
report(
  'scan with words shared and bounds',
  rate(texts, (text) => scan(canonicalise(text), set, DEFAULT_THRESHOLD)),
);

const mini = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
mini.addAll(list.map(({ text }, id) => ({ id, text })));
function inMini(text: string) {
  return mini.search(text, { fuzzy: 0.2 });
}
for (const text of questions(names, 60, 7)) inMini(text);
report('minisearch 7.2.0, fuzzy 0.2', rate(texts, inMini), 50);
const all = list.map(({ text }) => text);
function inFuzzball(text: string) {
  return extract(text, all, { scorer: token_set_ratio, cutoff: DEFAULT_THRESHOLD, limit: 20 });
}
for (const text of questions(names, 3, 7)) inFuzzball(text);
report('fuzzball 2.2.6, token_set_ratio', rate(texts.slice(0, 3), inFuzzball), 50);
