/** Returns an assessment as CSV, or as one page with plots. */
import type { Assessment } from './assess.ts';

function groupsOf({ exact, varied, byKind, byList, byScript, byForm }: Assessment) {
  return { total: [exact, varied], kind: byKind, list: byList, script: byScript, form: byForm };
}

/** Prevents a spreadsheet from reading a listed name as a formula. */
function cell(value: string | number): string {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsv(assessment: Assessment): string {
  const rows = Object.entries(groupsOf(assessment)).flatMap(([group, rates]) =>
    rates.map(({ of, asked, found, rate }) => [group, of, asked, found, rate.toFixed(4)]),
  );
  const all = [['group', 'of', 'asked', 'found', 'rate'], ...rows];
  return all.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => ESCAPES[char]!);
}

function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const row = (cells: readonly (string | number)[], tag: string): string =>
    `<tr>${cells.map((one) => `<${tag}>${escaped(String(one))}</${tag}>`).join('')}</tr>`;
  return `<table>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
}

const [WIDTH, HEIGHT] = [600, 240];

function line(curve: Assessment['curve'], of: 'exact' | 'varied', color: string): string {
  const points = curve.map((point, i) => {
    const x = (WIDTH * i) / (curve.length - 1);
    return `${x.toFixed(1)},${(HEIGHT * (1 - point[of])).toFixed(1)}`;
  });
  return `<polyline fill="none" stroke="${color}" stroke-width="2" points="${points.join(' ')}"/>`;
}

function bars(rates: Assessment['byKind']): string {
  const row = 22;
  const drawn = rates.map(
    ({ of, rate }, i) =>
      `<rect x="180" y="${i * row}" width="${(360 * rate).toFixed(1)}" height="${row - 6}" fill="#357"/>` +
      `<text x="0" y="${i * row + 13}">${escaped(of)}</text><text x="550" y="${i * row + 13}">${percent(rate)}</text>`,
  );
  return `<svg viewBox="0 0 620 ${rates.length * row}" width="620" role="img" aria-label="Found by kind">${drawn.join('')}</svg>`;
}

export function toHtml(assessment: Assessment): string {
  const { curve, missed, neverFound, unlisted, byKind, seed, threshold, names } = assessment;
  const tables = Object.entries(groupsOf(assessment)).map(([group, rates]) => {
    const rows = rates.map(({ of, asked, found, rate }) => [of, asked, found, percent(rate)]);
    return `<h2>By ${group}</h2>${table([group, 'asked', 'found', 'rate'], rows)}`;
  });
  const others = unlisted
    ? `<h2>Unlisted names</h2><p>${unlisted.asked} names. Hits: ${unlisted.hits}, of which block: ${unlisted.blocks}.</p>` +
      table(
        ['name', 'matched', 'score'],
        unlisted.names.map((one) => [one.name, one.matchedName, one.score]),
      )
    : '';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Assessment of screening</title>
<style>body{font:15px/1.5 system-ui;max-width:60rem;margin:2rem auto}td,th{padding:.2rem .8rem;text-align:left}svg{overflow:visible;margin:1rem 0;font-size:12px}</style>
<h1>Assessment of screening</h1><p>${names} names, seed ${seed}, found from ${threshold} on.</p>
<h2>Found at each threshold</h2><p>From ${curve[0]!.threshold} to 100. Dark: as listed. Light: varied.</p>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" aria-label="Found at each threshold"><rect width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#ccc"/>${line(curve, 'exact', '#123')}${line(curve, 'varied', '#69c')}</svg>
<h2>Found by kind</h2>${bars(byKind)}${tables.join('')}
<h2>Entries that cannot be found as they are listed: ${neverFound.count}</h2>${table(
    ['list', 'name', 'reason'],
    neverFound.entries.map((one) => [one.list, one.name, one.reason]),
  )}
<h2>Missed</h2>${table(
    ['kind', 'list', 'listed', 'asked', 'score'],
    missed.map((one) => [one.kind, one.list, one.name, one.asked, one.score]),
  )}${others}</html>
`;
}
