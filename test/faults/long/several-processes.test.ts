import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, report } from '../../support/process.ts';
import { planOf } from '../../support/several/plan.ts';
import { writeReport } from '../../support/several/report.ts';
import { unmountAll } from '../../support/small-disk.ts';
import { runUnderFaults, type Result } from '../../support/several/run.ts';
import { startValkey, withoutValkey } from '../../support/valkey.ts';
import { within } from '../../support/within.ts';

afterAll(() => cleanUp().finally(unmountAll));

/** `npm run test:campaign -- --seed N --minutes M --report FOLDER`. */
const minutes = Number(process.env['ORIKI_FAULTS_MINUTES'] ?? 10);
/** Minutes for one round, in which every kind of fault happens once. */
const ROUND_MINUTES = 0.2;
const ROUND_TIMEOUT_MS = 600_000;
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
  'three api and two worker processes keep every promise under 24 kinds of faults',
  { timeout: 2 * minutes * 60_000 + within(ROUND_TIMEOUT_MS) },
  async () => {
    report(`several: npm run test:campaign -- --seed ${seed} --minutes ${minutes}`);
    const result = await runUnderFaults(seed, minutes);
    await judge(result);
  },
);

test.skipIf(withoutValkey('several: rate limits in Valkey'))(
  'limits in Valkey are shared by all processes under the same faults, and while Valkey is killed and paused',
  { timeout: within(ROUND_TIMEOUT_MS) },
  async () => {
    report('several: rate limits in Valkey');
    const valkey = await startValkey();
    await judge(await runUnderFaults(seed, ROUND_MINUTES, valkey).finally(() => valkey.close()));
  },
);
