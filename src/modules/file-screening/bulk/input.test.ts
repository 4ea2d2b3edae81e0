import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFile } from './input.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-input-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the finished share of a file counts finished rows, not rows read ahead', async () => {
  const path = join(folder, 'names.csv');
  const rows = Array.from({ length: 40 }, (_, i) => `Ada Obi ${i}`);
  await writeFile(path, ['name', ...rows].join('\n'));
  const input = await openFile(path);
  const shares: (number | undefined)[] = [];
  // The whole file is smaller than one read.
  for await (const { nextLine } of input.blocks(0, 10)) shares.push(input.share(nextLine));
  expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
  expect(input.share(0)).toBe(0);
  await input.close();
});
