import { execFileSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds `dist` for a package. It has JavaScript, because Node.js runs no TypeScript below `node_modules`, and the
 * files that the program reads. `dist` replaces `src`, so paths to other folders stay the same.
 */
const ROOT = join(import.meta.dirname, '..');
function path(...parts: string[]): string {
  return join(ROOT, ...parts);
}

rmSync(path('dist'), { recursive: true, force: true });
execFileSync(path('node_modules/.bin/tsc'), ['-p', path('tsconfig.build.json')], {
  stdio: 'inherit',
});
for (const file of globSync('**/*.txt', { cwd: path('src') }))
  cpSync(path('src', file), path('dist', file));
