import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import {
  cleanUp,
  environment,
  eventually,
  freePort,
  freshDataDir,
  postmasterPid,
  programOf,
  SECRET,
} from '../support/process.ts';

afterAll(cleanUp);

const ROOT = join(import.meta.dirname, '../..');
/** Runs a command in a separate terminal (util-linux). */
const script = process.platform === 'linux' ? programOf('script') : undefined;

test.runIf(script)(
  'on a terminal the key of the first start comes last, each request is a short line, and Ctrl-C stops it all',
  async () => {
    const port = await freePort();
    const dataDir = await freshDataDir();
    const command = `exec '${process.execPath}' bin/oriki.cjs serve`;
    const child = spawn(script!, ['-qec', command, '/dev/null'], {
      cwd: ROOT,
      env: environment({
        PORT: String(port),
        ORIKI_DATA_DIR: dataDir,
        ORIKI_SECRET: SECRET,
        ORIKI_DRAIN_DELAY_MS: '0',
      }),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    let seen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text));
    const lines = (): string[] => seen.trimEnd().split(/\r?\n/);
    try {
      await eventually(() => /export ORIKI_KEY=ork_\w{38}\r?\n/.test(seen), 30_000);
      expect(lines().at(-1)).toMatch(/^ {2}export ORIKI_KEY=/);
      expect(lines().at(-2)).toBe(`  export ORIKI_URL=http://127.0.0.1:${port}`);
      expect(seen).not.toContain('"msg"');
      const key = /ork_\w+/.exec(seen)![0];
      await call(`http://127.0.0.1:${port}`, 'GET', '/api/v1/fraud/lists', { key });
      await eventually(() => /^\d\d:\d\d:\d\d 200 \w+ [\d.]+ ms$/.test(lines().at(-1)!));
      child.stdin.write('\u0003');
      expect((await closed)[0]).toBe(0);
    } finally {
      // Closing it ends the programs in it.
      child.kill();
      await closed;
    }
    expect(await postmasterPid(dataDir)).toBeUndefined();
  },
);
