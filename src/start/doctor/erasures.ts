import type { Config } from '../../config/config.ts';
import { erasureFolder } from '../../config/exports.ts';
import { countMissing, ErasureList } from '../../modules/privacy/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { missingAdvice } from '../open/erasures.ts';
import { forEachBucket } from './buckets.ts';
import { findings, reasonOf, type Finding } from './finding.ts';
import { checkFolder } from './machine.ts';

/** Checks that the list has every erasure that was completed in the database. */
async function checkListed(config: Config, db: Database, folder: string): Promise<Finding> {
  const { ok, fail, skip } = findings('list of erasures', 'subjects.md');
  try {
    await new ErasureList(folder).ids();
  } catch (error) {
    return skip(`the folder of erasures cannot be read (${reasonOf(error)})`);
  }
  const sum = { done: 0, missing: 0 };
  await forEachBucket(config, db, async (bucket) => {
    const { done, missing } = await countMissing(bucket.read, new ErasureList(folder));
    sum.done += done;
    sum.missing += missing;
  });
  if (sum.missing === 0) return ok(`the list has all ${sum.done} erasures that the database knows`);
  const { problem, repair } = missingAdvice(sum.missing, folder);
  return fail(problem, repair);
}

/** @param db undefined if its tables cannot be read */
export async function checkErasures(config: Config, db: Database | undefined): Promise<Finding[]> {
  const folder = erasureFolder(config);
  return [
    await checkFolder('erasures', folder, 'ORIKI_ERASURE_DIR'),
    db
      ? await checkListed(config, db, folder)
      : findings('list of erasures', 'subjects.md').skip('requires the tables of the database'),
  ];
}
