import { storeSettings } from '../../config/exports.ts';
import type { Config } from '../../config/config.ts';
import { bucketProblem, lostStores } from '../../modules/exports/index.ts';
import { Placement } from '../../platform/db/buckets/placement.ts';
import { Database } from '../../platform/db/database.ts';
import { isUnavailable } from '../../platform/db/failures.ts';
import { findings, STATEMENT_TIMEOUT_MS, type Finding } from './finding.ts';
import { checkFolder } from './machine.ts';

const PAGE = 'operations/exports.md';

/** Tells whether new files find a place. */
async function checkStore(config: Config): Promise<Finding> {
  const settings = storeSettings(config);
  if (settings.bucket === undefined)
    return checkFolder('exports', settings.folder, 'ORIKI_EXPORT_DIR');
  const { ok, fail } = findings('exports', PAGE);
  const problem = await bucketProblem(settings);
  if (problem === undefined)
    return ok(
      `the bucket ${settings.bucket} can be read; whether it takes files, only an export tells`,
    );
  return fail(
    `the bucket ${settings.bucket} cannot be read (${problem})`,
    'see that ORIKI_EXPORT_S3_BUCKET and ORIKI_EXPORT_S3_ENDPOINT name it, and that the credentials may use it',
  );
}

/** By their names. What cannot be said while a server is away, the findings about that server tell. */
async function lostStoresOfBuckets(config: Config, db: Database) {
  const placement = new Placement();
  await placement.refresh(db.read);
  const lost = new Map<string, Awaited<ReturnType<typeof lostStores>>[number]>();
  for (const { name: schema, server } of placement.buckets) {
    const url = config.servers.get(server);
    const bucket = new Database({
      connection: url === undefined ? db.connection : { connectionString: url },
      schema,
      poolSize: 1,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onIdleError: () => {},
    });
    try {
      for (const store of await lostStores(db.read, bucket.read, storeSettings(config)))
        lost.set(store.name, store);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    } finally {
      await bucket.close();
    }
  }
  return [...lost.values()];
}

/** Tells whether the files of exports that can still be downloaded are where processes find them. */
async function checkPreviousStores(config: Config, db: Database): Promise<Finding> {
  const { ok, warn } = findings('former exports', PAGE);
  const lost = await lostStoresOfBuckets(config, db);
  if (lost.length === 0) return ok('every store that has files can be read');
  return warn(
    `files are in ${lost.map(({ name, problem }) => `${name} (${problem})`).join(', ')}`,
    'make it readable for Oriki again until they have expired; until then they cannot be downloaded',
  );
}

/** @param db undefined when its tables cannot be read */
export async function checkExports(config: Config, db: Database | undefined): Promise<Finding[]> {
  return [
    await checkStore(config),
    db
      ? await checkPreviousStores(config, db)
      : findings('former exports', PAGE).skip('needs the tables of the database'),
  ];
}
