import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { matchNames } from './match.ts';

const document = readFileSync('docs/name-matching.md', 'utf8');

// contract: identity/name-match-alignment
test('the examples of docs/name-matching.md have the scores that they state', () => {
  const [, table = ''] = /^\| First name.*\n\|[ -|]*\n((?:\|.*\n)+)/m.exec(document) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  expect(rows.length).toBeGreaterThan(15);
  for (const [firstName, lastName, record, score] of rows)
    expect(
      matchNames({ firstName: firstName!, lastName: lastName! }, record!).score,
      `${firstName} ${lastName}: ${record}`,
    ).toBe(Number(score));
});

test('docs/name-matching.md has the current counts of labeled pairs', () => {
  const pairs = parse<{ set: string; same: string }>(
    readFileSync('test/vectors/identity-names.csv'),
    { columns: true },
  );
  const others = pairs.filter((pair) => pair.same === 'no').length;
  const held = pairs.filter((pair) => pair.set === 'held').length;
  expect(document).toContain(`${pairs.length} pairs, ${others} of them two people`);
  expect(document).toContain(`${held} of them are marked \`held\``);
});
