import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from './files.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'oriki-files-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

describe('makeFolder', () => {
  test('makes missing folders, even if several processes do so at once, and returns the topmost', async () => {
    const folder = join(base, 'a/b/c');
    const made = await Promise.all([1, 2, 3].map(() => makeFolder(folder)));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(made).toContain(join(base, 'a'));
    expect(await makeFolder(folder)).toBeUndefined();
    expect(await makeFolder(join(folder, 'd'))).toBe(join(folder, 'd'));
  });

  test('rejects if a file is in the way, and if nothing can be made', async () => {
    const file = join(base, 'file');
    await writeFile(file, '');
    await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    if (process.platform === 'linux')
      await expect(makeFolder('/proc/x/y')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
