import { storeSettings } from '../../config/exports.ts';
import type { Config } from '../../config/config.ts';
import { bucketProblem, lostStores } from '../../modules/exports/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { forEachBucket } from './buckets.ts';
import { findings, type Finding } from './finding.ts';
import { checkFolder } from './machine.ts';

const PAGE = 'operations/exports.md';

/** Checks that new files can be stored. */
async function checkStore(config: Config): Promise<Finding> {
  const settings = storeSettings(config);
  if (settings.bucket === undefined)
    return checkFolder('exports', settings.folder, 'ORIKI_EXPORT_DIR');
  const { ok, fail } = findings('exports', PAGE);
  const problem = await bucketProblem(settings);
  if (problem === undefined)
    return ok(
      `the bucket ${settings.bucket} can be read; only an export shows whether it can be written`,
    );
  return fail(
    `the bucket ${settings.bucket} cannot be read (${problem})`,
    'check that ORIKI_EXPORT_S3_BUCKET and ORIKI_EXPORT_S3_ENDPOINT name it, and that the credentials may use it',
  );
}

/**
 * Returns the unreadable stores of all buckets, by name. Skips buckets of an unavailable server, which has its own
 * findings.
 */
async function lostStoresOfBuckets(config: Config, db: Database) {
  const lost = new Map<string, Awaited<ReturnType<typeof lostStores>>[number]>();
  await forEachBucket(config, db, async (bucket) => {
    for (const store of await lostStores(db.read, bucket.read, storeSettings(config)))
      lost.set(store.name, store);
  });
  return [...lost.values()];
}

/** Checks that processes find the files of exports that can be downloaded. */
async function checkPreviousStores(config: Config, db: Database): Promise<Finding> {
  const { ok, warn } = findings('former exports', PAGE);
  const lost = await lostStoresOfBuckets(config, db);
  if (lost.length === 0) return ok('every store that has files can be read');
  return warn(
    `files are in ${lost.map(({ name, problem }) => `${name} (${problem})`).join(', ')}`,
    'make it readable for Oriki again until its files have expired; until then they cannot be downloaded',
  );
}

/** @param db undefined if its tables cannot be read */
export async function checkExports(config: Config, db: Database | undefined): Promise<Finding[]> {
  return [
    await checkStore(config),
    db
      ? await checkPreviousStores(config, db)
      : findings('former exports', PAGE).skip('requires the tables of the database'),
  ];
}
