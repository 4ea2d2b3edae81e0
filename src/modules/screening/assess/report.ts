/** The figures of an assessment, and the files that show them. */
import { csvLine } from '../bulk/results.ts';
import { THRESHOLDS, type Answered, type Assessment } from './assess.ts';
import { KINDS } from './variations.ts';

/** Names that were asked, those found at the threshold, their share, and the share that blocks. */
type Share = { asked: number; found: number; share: number; blocked: number };
export type Figures = {
  seed: number;
  threshold: number;
  seconds: number;
  lists: Assessment['lists'];
  exact: Share;
  varied: Share;
  byKind: Record<string, Share>;
  byList: Record<string, Share>;
  byScript: Record<string, Share>;
  byTrait: Record<string, Share>;
  /** For each threshold the share of all names that is found, and of unlisted names that have a hit. */
  curve: { threshold: number; found: number; falsePositives: number | null }[];
  unsearchable: number;
  falsePositives: { asked: number; hits: number; share: number } | null;
};

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

function shareOf(answers: readonly Answered[], threshold: number): Share {
  const found = answers.filter(({ score }) => score >= threshold).length;
  const blocked = answers.filter((one) => one.score >= threshold && one.blocks).length;
  const asked = answers.length;
  const of = (count: number): number => (asked === 0 ? 1 : round(count / asked));
  return { asked, found, share: of(found), blocked: of(blocked) };
}

function grouped(
  answers: readonly Answered[],
  threshold: number,
  keysOf: (answer: Answered) => readonly string[],
): Record<string, Share> {
  const groups = new Map<string, Answered[]>();
  for (const answer of answers)
    for (const key of keysOf(answer)) {
      const group = groups.get(key);
      if (group) group.push(answer);
      else groups.set(key, [answer]);
    }
  return Object.fromEntries([...groups].map(([key, group]) => [key, shareOf(group, threshold)]));
}

export function figuresOf({
  answers,
  unlisted,
  unsearchable,
  threshold,
  ...rest
}: Assessment): Figures {
  const at = (least: number) => answers.filter(({ score }) => score >= least).length;
  const wrongAt = (least: number) => unlisted.hits.filter(({ score }) => score >= least).length;
  const isExact = ({ kind }: Answered) => kind === 'exact';
  const by = (keysOf: (answer: Answered) => readonly string[]) =>
    grouped(answers, threshold, keysOf);
  return {
    seed: rest.seed,
    threshold,
    seconds: Math.round(rest.seconds * 10) / 10,
    lists: rest.lists,
    exact: shareOf(answers.filter(isExact), threshold),
    varied: shareOf(
      answers.filter((one) => !isExact(one)),
      threshold,
    ),
    byKind: by(({ kind }) => [kind]),
    byList: by(({ list }) => [list]),
    byScript: by(({ script }) => [script]),
    byTrait: by(({ traits }) => traits),
    curve: THRESHOLDS.map((least) => ({
      threshold: least,
      found: answers.length === 0 ? 1 : round(at(least) / answers.length),
      falsePositives: unlisted.asked === 0 ? null : round(wrongAt(least) / unlisted.asked),
    })),
    unsearchable: unsearchable.length,
    falsePositives:
      unlisted.asked === 0
        ? null
        : {
            asked: unlisted.asked,
            hits: wrongAt(threshold),
            share: round(wrongAt(threshold) / unlisted.asked),
          },
  };
}

/** Figures, what was missed, names that no question finds, and false positives. */
export function toJson(assessment: Assessment): string {
  const { answers, unsearchable, unlisted, threshold } = assessment;
  const missed = answers.filter(({ score }) => score < threshold);
  const wrong = unlisted.hits.filter(({ score }) => score >= threshold);
  const whole = { ...figuresOf(assessment), missed, unsearchable, falsePositiveHits: wrong };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** A line for each question. */
export function toCsv({ answers, threshold }: Assessment): string {
  const head = ['kind', 'list', 'script', 'entryId', 'listed', 'asked', 'score', 'found', 'blocks'];
  const rows = answers.map(({ kind, list, script, listed, name, entryId, score, blocks }) => {
    const isFound = score >= threshold;
    return [kind, list, script, entryId, listed, name, score, String(isFound), String(blocks)];
  });
  return [head, ...rows].map(csvLine).join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** A curve over the thresholds in a box of 620 by 220. @param share undefined where there is none */
function curveOf(figures: Figures, field: 'falsePositives' | 'found', color: string): string {
  const points = figures.curve
    .filter((point) => point[field] !== null)
    .map((point) => `${40 + (point.threshold - 70) * 19},${200 - point[field]! * 180}`);
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`;
}

function plotOf(figures: Figures): string {
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = 200 - share * 180;
    return `<line x1="40" x2="610" y1="${y}" y2="${y}" stroke="#ccc"/><text x="34" y="${y + 4}" text-anchor="end">${share * 100}</text>`;
  });
  const marks = [70, 75, 80, 85, 90, 95, 100].map(
    (least) => `<text x="${40 + (least - 70) * 19}" y="216" text-anchor="middle">${least}</text>`,
  );
  return `<svg viewBox="0 0 620 220" role="img" aria-label="Found names and false positives by threshold, in percent">${lines.join('')}${marks.join('')}${curveOf(figures, 'found', '#0a6')}${curveOf(figures, 'falsePositives', '#c33')}</svg>`;
}

function tableOf(title: string, rows: Record<string, Share>): string {
  const cells = Object.entries(rows).map(
    ([name, { asked, found, share, blocked }]) =>
      `<tr><th scope="row">${escaped(name)}</th><td>${asked}</td><td>${found}</td><td>${percent(share)}</td><td><svg viewBox="0 0 100 10" class="bar" aria-hidden="true"><rect width="${share * 100}" height="10" fill="#0a6"/></svg></td><td>${percent(blocked)}</td></tr>`,
  );
  const head = `<tr><th scope="col">${escaped(title)}</th><th scope="col">asked</th><th scope="col">found</th><th scope="col">share</th><td></td><th scope="col">blocks</th></tr>`;
  return `<table><thead>${head}</thead><tbody>${cells.join('')}</tbody></table>`;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #ddd}th[scope=row],th:first-child{text-align:left}.bar{width:8rem;background:#eee}svg text{font:11px system-ui}';

/** One page without scripts or other files. */
export function toHtml(assessment: Assessment): string {
  const figures = figuresOf(assessment);
  const { threshold, exact, varied, falsePositives } = figures;
  const missed = assessment.answers.filter(({ score }) => score < threshold).slice(0, 500);
  const rows = missed.map(
    ({ kind, list, listed, name, score }) =>
      `<tr><th scope="row">${escaped(listed)}</th><td>${escaped(name)}</td><td>${kind}</td><td>${escaped(list)}</td><td>${score === 0 ? 'below 70' : score}</td></tr>`,
  );
  const wrong =
    falsePositives === null
      ? 'No unlisted names were given.'
      : `${falsePositives.hits} of ${falsePositives.asked} unlisted names have a hit (${percent(falsePositives.share)}).`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Assessment of screening</title><style>${STYLE}</style>
<h1>Assessment of screening</h1>
<p>Threshold ${threshold}, seed ${figures.seed}, ${figures.lists.map(({ source, entries }) => `${escaped(source)} (${entries} entries)`).join(', ')}.</p>
<p>Exact names: ${exact.found} of ${exact.asked} found (${percent(exact.share)}). Varied names: ${varied.found} of ${varied.asked} found (${percent(varied.share)}). ${wrong} ${figures.unsearchable} names can never be found.</p>
<h2>By threshold</h2><p>Green: share of listed names that are found. Red: share of unlisted names that have a hit.</p>${plotOf(figures)}
${tableOf('Kind', Object.fromEntries(KINDS.flatMap((kind) => (figures.byKind[kind] ? [[kind, figures.byKind[kind]]] : []))))}
${tableOf('List', figures.byList)}${tableOf('Script', figures.byScript)}${tableOf('Trait', figures.byTrait)}
<h2>Missed names</h2><table><thead><tr><th scope="col">listed</th><th scope="col">asked</th><th scope="col">kind</th><th scope="col">list</th><th scope="col">score</th></tr></thead><tbody>${rows.join('')}</tbody></table></html>
`;
}
