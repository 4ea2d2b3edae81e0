import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, report } from '../../support/process.ts';
import { planOf } from '../../support/several/faults.ts';
import { writeReport } from '../../support/several/report.ts';
import { runUnderFaults, type Result } from '../../support/several/run.ts';
import { startValkey, withoutValkey } from '../../support/valkey.ts';

afterAll(cleanUp);

/** `npm run test:faults -- --seed N --minutes M --report FOLDER`. Without minutes, every kind of fault once. */
const minutes = Number(process.env['ORIKI_FAULTS_MINUTES'] ?? 0.2);
const seed = Number(process.env['ORIKI_FAULTS_SEED'] ?? Date.now() % 1_000_000);

async function judge(result: Result): Promise<void> {
  const folder =
    process.env['ORIKI_FAULTS_REPORT'] ?? (await mkdtemp(join(tmpdir(), 'oriki-faults-')));
  report(`several: report in ${await writeReport(folder, result)}`);
  expect(result.problems).toEqual([]);
}

test('a seed gives the same plan of faults each time', () => {
  expect(planOf(seed, 5)).toEqual(planOf(seed, 5));
  expect(planOf(seed, 5)).not.toEqual(planOf(seed + 1, 5));
});

test(
  'three api and two worker processes keep every promise while they and PostgreSQL are killed, paused and cut off',
  { timeout: (minutes + 10) * 60_000 },
  async () => {
    report(`several: npm run test:faults -- --seed ${seed} --minutes ${minutes}`);
    const result = await runUnderFaults(seed, minutes);
    await judge(result);
  },
);

test.skipIf(withoutValkey('several: rate limits in Valkey'))(
  'limits in Valkey are shared by all processes while they, PostgreSQL and Valkey are killed, paused and cut off',
  { timeout: (minutes + 10) * 60_000 },
  async () => {
    report('several: rate limits in Valkey');
    const valkey = await startValkey();
    await judge(await runUnderFaults(seed, minutes, valkey).finally(() => valkey.close()));
  },
);
