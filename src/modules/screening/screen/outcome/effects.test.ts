import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canBlock, loadEffects, STANDARD_EFFECTS } from './effects.ts';
import { TOPICS, type Topic } from '../../../../matching/labels/topics.ts';

function effects(topics: object, programs: object = {}) {
  return { topics: new Map(Object.entries(topics)), programs: new Map(Object.entries(programs)) };
}

test('only listings of the party itself can block', () => {
  const blocking = TOPICS.filter((topic) =>
    canBlock({ topics: [topic], programs: [] }, STANDARD_EFFECTS),
  );
  expect(blocking).toEqual([
    'sanction',
    'sanction.counter',
    'asset.frozen',
    'export.control',
    'crime.terror',
    'regulatory',
  ]);
});

test('an entry without known topics blocks', () => {
  expect(canBlock({ topics: [], programs: ['X'] }, STANDARD_EFFECTS)).toBe(true);
});

test.each<[Topic[], string[], boolean]>([
  [['sanction.linked'], [], true],
  [['debarment', 'export.control'], [], false],
  [['sanction'], ['SDGT'], true],
  [['sanction'], ['Quiet List'], false],
  [['sanction'], ['Quiet List', 'SDGT'], true],
  [['sanction.linked', 'debarment'], ['Loud List'], true],
])(
  "the operator's table for %j in %j decides whether it can block: %s",
  (topics, programs, blocks) => {
    const set = effects(
      { 'sanction.linked': 'block', 'export.control': 'review' },
      { 'quiet list': 'review', 'loud list': 'block' },
    );
    expect(canBlock({ topics, programs }, set)).toBe(blocks);
  },
);

test("the operator's table is read from a file, and each fault in it is reported", async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'effects-')), 'effects.yaml');
  await writeFile(path, 'topics: { debarment: block }\nprograms: { "SDGT ": review }\n');
  expect(await loadEffects(path)).toEqual(effects({ debarment: 'block' }, { sdgt: 'review' }));
  await writeFile(path, 'topics: { sanctions: block }\n');
  await expect(loadEffects(path)).rejects.toThrow('topics.sanctions: is no topic that is known');
  await writeFile(path, 'topics: { debarment: stop }\nlists: {}\n');
  await expect(loadEffects(path)).rejects.toThrow(/topics[^]*lists|lists[^]*topics/);
  await expect(loadEffects(`${path}x`)).rejects.toThrow('cannot be read');
  expect(await loadEffects(undefined)).toBe(STANDARD_EFFECTS);
});
