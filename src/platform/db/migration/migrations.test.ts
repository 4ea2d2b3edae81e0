import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadMigrations } from './migrations.ts';

async function migrationsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oriki-m-'));
  await mkdir(join(folder, 'base'));
  await writeFile(join(folder, 'base/replaced.json'), '[]');
  return folder;
}

describe('loadMigrations', () => {
  test('reads the shipped files in order, without gaps or repeated numbers', async () => {
    const found = (await loadMigrations()).map(({ version }) => version);
    expect(found).toEqual(found.map((_, index) => index + 1));
  });

  test('reads which versions a migration leaves working', async () => {
    const folder = await migrationsFolder();
    await writeFile(join(folder, '0001_first.sql'), '-- shared\n-- needs 0001\nSELECT 1');
    await writeFile(join(folder, '0002_second.sql'), 'SELECT 1');
    expect((await loadMigrations(folder)).map(({ needs }) => needs)).toEqual([1, undefined]);
    await rm(folder, { recursive: true });
  });

  test('rejects a file that is not named NNNN_name.sql', async () => {
    const folder = await migrationsFolder();
    await writeFile(join(folder, 'first.sql'), 'SELECT 1');
    await expect(loadMigrations(folder)).rejects.toThrow('first.sql is not named NNNN_name.sql');
    await rm(folder, { recursive: true });
  });
});
