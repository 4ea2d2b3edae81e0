import { expect, test } from 'vitest';
import { documentOf, linesOf, parseDocument, withVersion } from '../../bench/support/table.ts';

const FIGURE = {
  what: 'reads',
  measured: '8 req/s',
  baseline: 'bare 10 req/s (9 to 11)',
  figure: 0.8,
};

test('the page of benchmarks has the verdict of each result, and the failure of a benchmark', () => {
  const lines = linesOf(
    {
      name: 'http',
      results: [FIGURE, { ...FIGURE, atLeast: 0.8 }, { ...FIGURE, atMost: 0.7, unit: 'ms' }],
      failure: 'ended with 1',
    },
    '2026-11-22',
  );
  expect(lines).toEqual([
    '## `http`, 2026-11-22',
    '',
    '- reads: **0.8**',
    '- reads: **0.8**, at least 0.8; 8 req/s',
    '- reads: **0.8 ms**, at most 0.7 ms: **not met**; 8 req/s; against bare 10 req/s (9–11)',
    '- **failed**: ended with 1',
    '',
  ]);
});

test('results in a row about one thing are below a line that names it', () => {
  const results = ['reads, one', 'reads, two', 'writes, one', 'start'].map((what) => ({
    ...FIGURE,
    what,
  }));
  expect(linesOf({ name: 'http', results }, '2026-11-22').slice(2)).toEqual([
    '- reads',
    '  - one: **0.8**',
    '  - two: **0.8**',
    '- writes, one: **0.8**',
    '- start: **0.8**',
    '',
  ]);
});

test('a run of some benchmarks keeps the sections of the others', () => {
  const rows = new Map([
    ['http', linesOf({ name: 'http', results: [FIGURE, FIGURE] }, '2026-11-21')],
    ['export', linesOf({ name: 'export', results: [FIGURE] }, '2026-11-22')],
  ]);
  const text = documentOf('2 × CPU; Node.js 26.', rows);
  expect(parseDocument(text)).toEqual({ environment: '2 × CPU; Node.js 26.', rows, versions: '' });
  expect(parseDocument('# Something else')).toBeUndefined();
});

test('the table of versions has one row for each version, and stays when benchmarks run again', () => {
  const rows = new Map([['http', linesOf({ name: 'http', results: [FIGURE] }, '2026-11-21')]]);
  const costs = new Map([['get', 0.1234]]);
  let text = documentOf('2 × CPU', rows);
  text = withVersion(text, '0.1.0', '2026-11-21', costs);
  text = withVersion(text, '0.2.0', '2026-11-22', costs);
  text = withVersion(text, '0.2.0', '2026-11-23', new Map([['get', 0.2]]));
  expect(text.split('\n').filter((line) => line.startsWith('| 0.'))).toEqual([
    '| 0.1.0 | 0.123 | 2026-11-21 |',
    '| 0.2.0 | 0.200 | 2026-11-23 |',
  ]);
  const parsed = parseDocument(text)!;
  expect(parsed.rows).toEqual(rows);
  expect(documentOf(parsed.environment, parsed.rows, parsed.versions)).toBe(text);
});
