import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import {
  BESIDE_DOCS,
  CLIENT_FILE,
  EXPLORER_FILES,
} from '../src/platform/http/pages/built-files.ts';

/**
 * Builds the files that the service's pages need and that no other step puts into a package: the explorer's, the packed
 * client, and documents outside of `docs`. Writes them next to the console, or with `scripts/build-pages.ts FOLDER`
 * into that folder.
 */
const ROOT = join(import.meta.dirname, '..');
const folder = process.argv[2] ?? join(ROOT, 'console/dist/pages');

/** Packs a copy of the client without the caller's scripts, and leaves no file in the client's folder. */
function packClient(): void {
  const work = mkdtempSync(join(tmpdir(), 'oriki-client-'));
  try {
    const isSource = (path: string): boolean => !/\/(dist|node_modules)$|\.tgz$/.test(path);
    cpSync(join(ROOT, 'clients/typescript'), work, { recursive: true, filter: isSource });
    const PATH = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    // Removes the options of the `npm pack` that runs this script: they do not apply to the client.
    const others = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
    const env = { ...Object.fromEntries(others), PATH };
    const npm = (...args: string[]) => execFileSync('npm', args, { cwd: work, env, stdio: 'pipe' });
    npm('run', 'build');
    npm('pack', '--ignore-scripts');
    const packed = readdirSync(work).find((name) => name.endsWith('.tgz'))!;
    copyFileSync(join(work, packed), join(folder, `${CLIENT_FILE}.new`));
    renameSync(join(folder, `${CLIENT_FILE}.new`), join(folder, CLIENT_FILE));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

mkdirSync(folder, { recursive: true });
const explorer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
for (const name of EXPLORER_FILES) copyFileSync(join(explorer, name), join(folder, name));
for (const path of BESIDE_DOCS) {
  mkdirSync(dirname(join(folder, 'project', path)), { recursive: true });
  copyFileSync(join(ROOT, path), join(folder, 'project', path));
}
packClient();
