import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** Runs every benchmark, one after the other, each in a process of its own. */
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}\n`);
let failed = false;
for (const file of globSync('*.ts', { cwd: import.meta.dirname }).toSorted()) {
  if (file === 'run.ts') continue;
  console.log(`# bench/${file}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file)], {
    stdio: 'inherit',
  });
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
