/**
 * `npm run t` runs the tests of the changed files. Changed files differ from the last commit; if there are none, the
 * files of that commit count. The tests are those without a database that import a changed file, and all tests of its
 * module or folder. Other arguments are passed on to vitest.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

function git(...args: string[]): string[] {
  const text = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return text.split('\n').filter((path) => /^(src|test)\/.*\.ts$/.test(path));
}

function vitest(...args: string[]): void {
  const script = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const passed = [script, ...args, ...process.argv.slice(2), '--passWithNoTests'];
  const { status } = spawnSync(process.execPath, passed, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
}

/** Returns the test itself, the folder of the file's module, or the tests next to the file. */
function placesOf(path: string): string[] {
  if (path.endsWith('.test.ts')) return [path];
  const module = /^src\/modules\/[^/]+\//.exec(path)?.[0];
  return module ? [module] : globSync(`${dirname(path)}/*.test.ts`, { cwd: ROOT });
}

const differing = [
  ...git('diff', '--name-only', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const changed = differing.length > 0 ? differing : git('diff', '--name-only', 'HEAD~1');
if (changed.length === 0) console.log('no file of src or test has changed');
else {
  vitest('related', '--run', '--project', 'unit', ...changed);
  const places = new Set(changed.flatMap(placesOf));
  if (places.size > 0) vitest('run', '--project', 'app', ...places);
}
