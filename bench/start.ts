import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';

/**
 * Measures the time from starting the process to its first answered request: on an empty folder, and on the same folder
 * afterward.
 */
const ROOT = join(import.meta.dirname, '..');
const PORT = 39_000 + (process.pid % 1000);

async function firstAnswer(dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'bin/oriki.cjs'), 'serve'], {
    cwd: ROOT,
    env: { ...process.env, ORIKI_DATA_DIR: dataDir, PORT: String(PORT), ORIKI_DRAIN_DELAY_MS: '0' },
    stdio: 'ignore',
  });
  for (;;) {
    // An authenticated route answers 401 as soon as the service is ready. Before that, it answers 503 or refuses the
    // connection.
    const status = await fetch(`http://127.0.0.1:${PORT}/api/v1/fraud/lists`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 401) break;
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const elapsed = performance.now() - began;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return elapsed;
}

const first: number[] = [];
const later: number[] = [];
for (let round = 0; round < 3; round++) {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriki-start-'));
  first.push(await firstAnswer(dataDir));
  for (let i = 0; i < 3; i++) later.push(await firstAnswer(dataDir));
  await rm(dataDir, { recursive: true, force: true });
}
function report(what: string, values: number[], limitMs: number): void {
  return result({
    what,
    measured: `median ${median(values).toFixed(0)} ms, worst ${Math.max(...values).toFixed(0)} ms`,
    figure: median(values),
    unit: 'ms',
    atMost: limitMs,
  });
}
report('First start, to first answer', first, 8000);
report('Later start, to first answer', later, 1500);
