/**
 * Measures the quality of the name matcher, together with OpenSanctions' default matcher where its scores are known.
 * `npm run eval -- [--data DIR] [--threshold N] [--quiet]`: DIR (or the environment variable EVAL_DATA; default
 * ../shared/data/screening next to the repository) has the files of eval/data.ts; missing files are skipped and
 * named. `--quiet` omits the misses. The exit code is 1 if a required figure is missed or there are no files.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_THRESHOLD } from '../src/names/index.ts';
import { scriptOf } from '../src/names/words/ascii-keys.ts';
import { readClasses, readData } from './eval/data.ts';
import { mergedEntities } from './eval/entities.ts';
import { evaluateFields } from './eval/fields.ts';
import { falsePositivesByFacts, recallByFacts } from './eval/facts.ts';
import { figuresOf, printTable, type Figures } from './eval/figures.ts';
import { identifierRecall } from './eval/identifiers.ts';
import { aliasRecall, falsePositives } from './eval/lists.ts';
import { figuresAt, isOrganization, isPerson, scoreOf, type Scored } from './eval/pairs.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    threshold: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
});
const folder = resolve(
  values.data ??
    process.env['EVAL_DATA'] ??
    resolve(import.meta.dirname, '../../shared/data/screening'),
);
const threshold = Number(values.threshold ?? DEFAULT_THRESHOLD);

/** OpenSanctions' default threshold for logic-v2. */
const RIVAL_THRESHOLD = 0.7;
const CANDIDATES = 50;
const REQUIRED = { f1: 0.9, swappedF1: 0.86, falsePositives: 0.0006, recall: 0.85 };
/** Clarity of a class's pairs. */
const CLASS = 'CLASS';
const THRESHOLDS = [70, 75, 80, 83, 85, 87, 90, 95];

const data = await readData(folder);
const NOTHING = '–';
const ROWS: string[][] = [['', 'oriki', 'logic-v2', 'required', '']];
let missedGoals = 0;

function scriptOfName(name: string): string {
  return scriptOf(
    name
      .replaceAll(/[^\p{L}]/gu, '')
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, ''),
  );
}
function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}
function add(name: string, ours: string, rival = NOTHING, goal = '', met?: boolean): void {
  if (met === false) missedGoals++;
  const verdict = met === undefined ? '' : met ? 'met' : 'NOT MET';
  ROWS.push([name, ours, rival, goal, verdict]);
}

const scored: Scored[] = data.pairs.map((pair) => ({ ...pair, score: scoreOf(pair) }));
/** Swaps the names: the query's name first, the listed name second. Words that only the query has cost more. */
const swapped: Scored[] = data.pairs.map((pair) => ({
  ...pair,
  score: scoreOf(pair, pair.name2, pair.name1),
}));
/** Returns the pairs of each class of names that has separate rules. */
const classes = [...readClasses()].map(
  ([name, pairs]) =>
    [name, pairs.map((pair) => ({ ...pair, score: scoreOf(pair) }))] as [string, Scored[]],
);
function oursOf(pairs: readonly Scored[], at = threshold): Figures {
  return figuresAt(pairs, at);
}
/** Returns the rival's figures, without the pairs that it gave no score. */
function rivalOf(all: readonly Scored[]): Figures | undefined {
  const cases = all.flatMap(({ isMatch, rival }) =>
    rival === undefined ? [] : [{ truth: isMatch, hit: rival >= RIVAL_THRESHOLD }],
  );
  return cases.length === 0 ? undefined : figuresOf(cases);
}
function right(figures: Figures | undefined): string {
  return figures === undefined ? NOTHING : `${figures.right}/${figures.pairs}`;
}

function evaluatePairs(): void {
  if (scored.length === 0) return;
  const sets: [string, readonly Scored[]][] = [
    ['all pairs', scored],
    ['persons', scored.filter(isPerson)],
    ['organizations', scored.filter(isOrganization)],
  ];
  for (const [name, pairs] of sets) {
    const [ours, rival] = [oursOf(pairs), rivalOf(pairs)];
    const required = name === 'all pairs';
    for (const key of ['f1', 'precision', 'recall'] as const) {
      const goal = required && key === 'f1';
      add(
        `${name}: ${key === 'f1' ? 'F1' : key}`,
        ours[key].toFixed(3),
        rival?.[key].toFixed(3) ?? NOTHING,
        goal ? `>= ${REQUIRED.f1}` : '',
        goal ? ours.f1 >= REQUIRED.f1 : undefined,
      );
    }
  }
  const turned = oursOf(swapped).f1;
  add(
    'all pairs, names swapped: F1',
    turned.toFixed(3),
    NOTHING,
    `>= ${REQUIRED.swappedF1}`,
    turned >= REQUIRED.swappedF1,
  );
  for (const [tier, pairs] of Map.groupBy(scored, (pair) => pair.tier)) {
    const ours = oursOf(pairs);
    const strong = tier === 'STRONG';
    add(
      `tier ${tier}: right`,
      right(ours),
      right(rivalOf(pairs)),
      strong ? 'all' : '',
      strong ? ours.right === ours.pairs : undefined,
    );
  }
  for (const [group, pairs] of Map.groupBy(scored, (pair) => pair.group))
    add(`group ${group}: right`, right(oursOf(pairs)), right(rivalOf(pairs)));
}

/** Adds a row for each class: the correct pairs and, in brackets, the wrong ones by kind. */
function evaluateClasses(): void {
  for (const [name, pairs] of classes) {
    const wrong = (isMatch: boolean): number =>
      pairs.filter((pair) => pair.isMatch === isMatch && pair.score >= threshold !== isMatch)
        .length;
    add(
      `class ${name}: right (missed, wrong)`,
      `${right(oursOf(pairs))} (${wrong(true)}, ${wrong(false)})`,
    );
  }
}

function byThreshold(): void {
  const table = [['threshold', 'persons P', 'R', 'F1', 'organizations P', 'R', 'F1']];
  for (const at of THRESHOLDS) {
    const figures = [isPerson, isOrganization].map((is) => oursOf(scored.filter(is), at));
    const cells = figures.flatMap((f) => [f.precision, f.recall, f.f1].map((v) => v.toFixed(3)));
    table.push([String(at), ...cells]);
  }
  console.log('');
  printTable(table);
}

if (scored.length + data.people.length + data.listed.length === 0) {
  console.error(`eval-screening: no data in ${folder}; give the folder with --data DIR`);
  process.exit(1);
}
evaluatePairs();
evaluateClasses();
const canList = data.listed.length > 0;
const unlisted = data.people.map(({ name }) => name);
const wrong = canList ? falsePositives(unlisted, data.entries, threshold) : [];
if (canList && data.people.length > 0) {
  const rate = wrong.length / data.people.length;
  add(
    `false positives of ${data.people.length} unlisted people`,
    `${wrong.length} (${percent(rate, 2)})`,
    NOTHING,
    `<= ${percent(REQUIRED.falsePositives, 2)}`,
    rate <= REQUIRED.falsePositives,
  );
}
/** The score from which a sanctions hit blocks. */
const BLOCKS_FROM = 95;
if (canList && data.people.length > 0) {
  const scripts = Map.groupBy(unlisted, scriptOfName);
  for (const [script, people] of scripts) {
    const hits = wrong.filter(({ person }) => scriptOfName(person) === script);
    const blocking = hits.filter(({ score }) => score >= BLOCKS_FROM).length;
    const met = script === 'latin' ? undefined : blocking === 0;
    add(
      `of ${people.length} in ${script}: hits (that block)`,
      `${hits.length} (${blocking})`,
      NOTHING,
      met === undefined ? '' : '0 block',
      met,
    );
  }
}
const recall = canList ? aliasRecall(data.listed, CANDIDATES) : undefined;
if (recall !== undefined) {
  const share = recall.found / recall.queries;
  add(
    `recall of ${recall.queries} held-out aliases at ${CANDIDATES} candidates`,
    share.toFixed(3),
    NOTHING,
    `>= ${REQUIRED.recall}`,
    share >= REQUIRED.recall,
  );
}

const identifiers = canList ? identifierRecall(data.entries) : undefined;
if (identifiers !== undefined) {
  const { listed, compared, questions, found, wrong: others } = identifiers;
  add(`identifiers of the list that are compared, of ${listed}`, String(compared));
  add(
    `identifiers found, of ${questions} written in several ways`,
    String(found),
    NOTHING,
    'all',
    found === questions,
  );
  add('entries found by an identifier they lack', String(others), NOTHING, '0', others === 0);
}

const merged = canList ? mergedEntities(data.entries, data.un) : undefined;
if (merged !== undefined) {
  const { pairs, wrong: others, found, foundWithoutIds, twice } = merged;
  add(
    `entities merged wrongly, of ${pairs} pairs`,
    String(others.length),
    NOTHING,
    '0',
    others.length === 0,
  );
  add('entities found in another version of the list', percent(found), NOTHING, 'all', found === 1);
  add('the same without their numbers', percent(foundWithoutIds));
  add('pairs that only their list keeps apart', String(twice.length));
}

/** Facts distinguish people whose names alone would often lead to a review. */
const LOWER_THRESHOLD = 80;
if (canList)
  for (const at of [threshold, LOWER_THRESHOLD]) {
    const hit = falsePositivesByFacts(data.people, data.entries, at);
    add(
      `unlisted people who hit at ${at} by name, and with type, gender, date, place, country`,
      `${hit.byName}, ${hit.withFacts}`,
      NOTHING,
      'no more',
      hit.withFacts <= hit.byName,
    );
    const found = recallByFacts(data.entries, at);
    add(
      `held-out aliases that hit at ${at} by name, and with type, gender, year, place, country, of ${found.asked}`,
      `${found.byName}, ${found.withFacts}`,
      NOTHING,
      'no fewer',
      found.withFacts >= found.byName,
    );
  }

const fields = canList ? evaluateFields(unlisted, data.entries, threshold) : undefined;
for (const { name, ours, goal, met } of fields?.rows ?? []) add(name, ours, NOTHING, goal, met);

console.log(`${folder}, threshold ${threshold} (logic-v2: ${RIVAL_THRESHOLD})`);
for (const what of data.missing) console.log(`missing, skipped: ${what}`);
console.log('');
printTable(ROWS);
if (scored.length > 0) byThreshold();

const misses = [...scored, ...classes.flatMap(([, pairs]) => pairs)].filter(
  ({ isMatch, score }) => isMatch !== score >= threshold,
);
if (!values.quiet) {
  console.log(`\nmisses: ${misses.length} pairs`);
  for (const { isMatch, score, rival, tier, group, name1, name2, category } of misses) {
    const theirs = rival === undefined ? NOTHING : (100 * rival).toFixed(0);
    const kind = isMatch ? 'missed' : 'wrong ';
    console.log(
      `  ${kind} ${score.toFixed(1).padStart(5)} (rival ${theirs}) ${tier === CLASS ? group : tier} ${name1} | ${name2}${category && ` — ${category}`}`,
    );
  }
  console.log(`\nunlisted people who hit: ${wrong.length}`);
  for (const { score, person, name } of wrong)
    console.log(`  ${score.toFixed(1)} ${person} | ${name}`);
  console.log(
    `\naliases whose person is not found: ${recall?.missed.length ?? 0}, of them every 25th`,
  );
  for (const { alias, name } of recall?.missed.filter((_, i) => i % 25 === 0) ?? [])
    console.log(`  ${alias} | ${name}`);
}
if (!values.quiet) {
  for (const pair of merged?.wrong ?? []) console.log(`  merged wrongly: ${pair}`);
  for (const pair of merged?.twice ?? []) console.log(`  kept apart by their list: ${pair}`);
}
if (!values.quiet)
  for (const name of fields?.wrong ?? []) console.log(`  lost or blocked by its field: ${name}`);
if (!values.quiet)
  for (const missed of identifiers?.missed ?? []) console.log(`  identifier not found: ${missed}`);
process.exitCode = missedGoals > 0 ? 1 : 0;
