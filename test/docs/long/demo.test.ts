import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { environment } from '../../support/process.ts';

const ROOT = join(import.meta.dirname, '../../..');

async function runDemo(
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = { cwd: ROOT, env: environment(env) };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['scripts/demo.ts'],
      options,
    );
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

test('the demo runs on a new data folder, and again on the same one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriki-demo-'));
  try {
    const first = await runDemo({ ORIKI_DATA_DIR: dataDir });
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/export ORIKI_KEY=ork_[0-9A-Za-z]{38}$/m);
    expect(first.stdout).toContain(
      '8976 entries: 8976 added, 0 changed, 0 removed, 0 unchanged, 0 rejected',
    );

    const second = await runDemo({ ORIKI_DATA_DIR: dataDir });
    expect(second, second.stderr).toMatchObject({ code: 0 });
    expect(second.stdout).not.toContain('export ORIKI_KEY=');
    expect(second.stdout).toContain(
      '8976 entries: 0 added, 0 changed, 0 removed, 8976 unchanged, 0 rejected',
    );

    for (const { stdout } of [first, second]) {
      expect(stdout).toContain('not for compliance use');
      expect(stdout).toContain('the first answer, replayed');
      expect(stdout).toContain('Viktor Anatolijevitch Bout: block');
      expect(stdout).toContain('100.00  sanctions  "Viktor Anatolijevitch BOUT"');
      expect(stdout).toMatch(/Victor Anatoliyevich Buot: (block|review)/);
      expect(stdout).toMatch(/Башар Асад: (block|review)/);
      expect(stdout).toContain('Okonkwo, Adaeze: block');
      expect(stdout).toContain('Sean OBrien Smith: block');
      expect(stdout).toContain('Folasade Bamgbose: clear');
      expect(stdout).toContain('Viktor Anatolijevitch Bout: review');
      expect(stdout).toContain('100.00  tenant_allowlist');
      expect(stdout).toContain('dob_different -8');
      expect(stdout).toMatch(/^ +scr_\w+: review, 2 hits$/m);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('the demo refuses a database server, and does not change it', async () => {
  const refused = await runDemo({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  expect(refused.code).toBe(64);
  expect(refused.stderr).toContain('unset DATABASE_URL');
});
