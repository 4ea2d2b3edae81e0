import { ConfigError, loadConfig, type Config } from '../../config/config.ts';
import { Database, type ConnectionSettings } from '../../platform/db/database.ts';
import {
  EmbeddedDatabaseError,
  startEmbedded,
  type EmbeddedDatabase,
} from '../../platform/db/embedded.ts';
import { ofSchemas } from '../../platform/db/schemas.ts';
import { hasDatabase } from '../data-folder.ts';
import type { OpenDatabase } from '../open.ts';
import { missingPackages } from '../optional-packages.ts';
import { checkDatabase } from './database.ts';
import { checkEgress, checkRegions } from './egress.ts';
import { checkErasures } from './erasures.ts';
import { checkExports } from './exports.ts';
import { findings, STATEMENT_TIMEOUT_MS, type Finding } from './finding.ts';
import { checkKeys } from './keys.ts';
import { checkLists } from './lists.ts';
import { checkMachine } from './machine.ts';
import { checkPermissions } from './permissions.ts';
import { checkPorts } from './ports.ts';
import { checkProviders } from './providers.ts';
import { checkRateLimits } from './rate-limits.ts';
import { checkReplication } from './replication.ts';
import { checkServers } from './servers.ts';
import { checkOperatorSignIns, checkSignIns } from './sign-ins.ts';
import { checkStreams, type OpenStreams } from './streams.ts';
import { checkTraces } from './traces.ts';
import { readPriceSheet } from '../open/prices.ts';
import { StartError } from '../start-error.ts';

export type Diagnosis = {
  /** True if no check has failed. */
  ok: boolean;
  checks: Finding[];
};

type Reached = {
  connection: ConnectionSettings;
  /** The place of an embedded server. */
  place?: Pick<EmbeddedDatabase, 'cluster' | 'isElsewhere'>;
  release: () => Promise<void>;
};

/**
 * Returns the configured server. Starts an embedded server if necessary, but never creates one. Without a database it
 * returns undefined and the reason.
 */
async function reach(
  { databaseUrl, dataDir }: Config,
  progress: (line: string) => void,
): Promise<Reached | Finding> {
  const { ok, fail } = findings('database', 'operations/database.md');
  if (databaseUrl !== undefined)
    return { connection: { connectionString: databaseUrl }, release: async () => {} };
  if (!(await hasDatabase(dataDir)))
    return ok('none yet: the first start creates an embedded one in the data folder');
  try {
    const embedded = await startEmbedded({ dataDir, progress });
    // Without `ssl: false` the driver would use PGSSLMODE of the environment.
    return {
      connection: { ...embedded.connection, ssl: false },
      place: embedded,
      release: () => embedded.release(),
    };
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError)) throw error;
    return fail(error.message, 'read postgres.log in the data folder');
  }
}

type DatabaseFindings = {
  database: Finding[];
  keys: Finding[];
  rateLimits: Finding;
  /** Empty unless the process serves requests. */
  streams: Finding[];
  egress: Finding[];
  signIns: Finding[];
  permissions: Finding[];
  lists: Finding[];
  exports: Finding[];
  erasures: Finding[];
};

async function withDatabase(
  config: Config,
  { connection, place, release }: Reached,
  streams: OpenStreams | undefined,
): Promise<DatabaseFindings> {
  const db = new Database({
    connection: ofSchemas(connection),
    poolSize: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: () => {},
  });
  try {
    const { found: database, readable } = await checkDatabase(config, db);
    return {
      database: [
        ...database,
        ...(place ? [placeFinding(place)] : []),
        ...(readable ? await checkReplication(db.read) : []),
        ...(readable ? await checkServers(config, db) : []),
      ],
      keys: await checkKeys(config, readable ? db : undefined),
      rateLimits: await checkRateLimits(config, readable ? db : undefined),
      streams: streams ? [await checkStreams(streams, readable ? db : undefined)] : [],
      egress: readable ? [await checkEgress(config, db), ...(await checkRegions(db))] : [],
      signIns: readable ? [await checkSignIns(db)] : [],
      permissions: readable ? [await checkPermissions(config, db)] : [],
      lists: readable ? await checkLists(db) : [listsSkipped()],
      exports: await checkExports(config, readable ? db : undefined),
      erasures: await checkErasures(config, readable ? db : undefined),
    };
  } finally {
    await db.close();
    await release();
  }
}

/** Returns the place of the embedded database, which a backup of the data folder may lack. */
function placeFinding({ cluster, isElsewhere }: NonNullable<Reached['place']>): Finding {
  const { ok, warn } = findings('place', 'operations/database.md');
  return isElsewhere
    ? warn(
        `the database is in ${cluster}, outside of the data folder, which PostgreSQL's account cannot enter`,
        'back up that folder, too, or run Oriki as an ordinary user (docs/operations/database.md)',
      )
    : ok(`the database is in ${cluster}`);
}

function listsSkipped(): Finding {
  return findings('lists', 'operations/lists.md').skip('requires the tables of the database');
}

/** @param missing one line for each setting */
function packagesFinding(missing: string[]): Finding {
  const { ok, fail } = findings('packages', 'configuration.md');
  return missing.length === 0
    ? ok('every package that a setting requires is installed')
    : fail(missing.join('\n'), 'install them, or change the setting');
}

/**
 * Checks everything that a process needs, and changes nothing: creates no database, secret or key.
 * @param options.online also checks whether vendors and identity providers are reachable
 */
export async function diagnose(options: {
  online: boolean;
  env?: NodeJS.ProcessEnv;
  progress: (line: string) => void;
}): Promise<Diagnosis> {
  const { fail } = findings('configuration', 'configuration.md');
  let config: Config;
  try {
    config = loadConfig(options.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = 'correct it: docs/configuration.md describes every setting';
    return { ok: false, checks: error.problems.map((problem) => fail(problem, advice)) };
  }
  return examine(config, () => reach(config, options.progress), options.online);
}

/** The data that only a serving process has. */
type Serving = { streams: OpenStreams; silentProxies: readonly string[] };

/** Runs the checks for the current process, with its database and streams. */
export function diagnoseHere(
  config: Config,
  { connection, embedded, ...serving }: Pick<OpenDatabase, 'connection' | 'embedded'> & Serving,
): Promise<Diagnosis> {
  const reached = { connection, ...(embedded && { place: embedded }), release: async () => {} };
  return examine(config, async () => reached, false, serving);
}

/** @param open returns the database, after the checks that it depends on */
async function examine(
  config: Config,
  open: () => Promise<Reached | Finding>,
  online: boolean,
  serving?: Serving,
): Promise<Diagnosis> {
  const machine = await checkMachine(config.dataDir);
  const reached = await open();
  const found =
    'connection' in reached
      ? await withDatabase(config, reached, serving?.streams)
      : {
          database: [reached],
          keys: await checkKeys(config, undefined),
          rateLimits: await checkRateLimits(config, undefined),
          streams: [],
          egress: [],
          signIns: [],
          permissions: [],
          lists: [listsSkipped()],
          exports: await checkExports(config, undefined),
          erasures: await checkErasures(config, undefined),
        };
  const checks = [
    findings('configuration', 'configuration.md').ok('every setting is valid'),
    packagesFinding(missingPackages(config)),
    ...machine,
    ...(await checkPorts(config)),
    ...checkProxies(config, serving?.silentProxies),
    ...found.database,
    ...found.keys,
    found.rateLimits,
    ...found.streams,
    await checkTraces(config),
    ...(await checkProviders(config, online)),
    ...found.egress,
    ...found.signIns,
    ...(await checkOperatorSignIns(config, online)),
    ...found.permissions,
    ...found.lists,
    ...found.exports,
    ...found.erasures,
    await checkPrices(config),
  ];
  return { ok: checks.every(({ status }) => status !== 'fail'), checks };
}

/** Formats one line for each check, with advice below it. */
export function diagnosisText({ checks }: Diagnosis): string {
  const width = Math.max(...checks.map(({ check }) => check.length));
  const indent = ' '.repeat(width + 8);
  return checks
    .flatMap(({ check, status, message, advice }) => [
      `${status.padEnd(5)} ${check.padEnd(width)}  ${message.replaceAll('\n', `\n${indent}`)}`,
      ...(advice === undefined ? [] : [`${indent}-> ${advice}`]),
    ])
    .join('\n');
}

const PAGE = 'operations/billing.md';

async function checkPrices(config: Config): Promise<Finding> {
  const { ok, fail } = findings('prices', PAGE);
  try {
    return (await readPriceSheet(config))
      ? ok('the price sheet can be read')
      : ok('no price sheet: no invoices are issued');
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return fail(error.message, 'correct the file that ORIKI_PRICE_SHEET_FILE names');
  }
}

/**
 * Checks that the trusted proxies send the address of the client.
 * @param silent addresses of proxies that recently did not send it; undefined unless the process serves
 */
function checkProxies(
  { trustedProxies, clientAddressHeader }: Config,
  silent: readonly string[] | undefined,
): Finding[] {
  if (trustedProxies.length === 0) return [];
  const { ok, warn, skip } = findings('proxies', 'operations/load-balancer.md');
  if (!silent) return [skip('only a serving process knows: see the console, or ask over the API')];
  return silent.length === 0
    ? [ok(`every request of a trusted proxy had the header ${clientAddressHeader}`)]
    : [
        warn(
          `trusted proxies that sent requests without the header ${clientAddressHeader}: ${silent.join(', ')}`,
          'let them send it, or name the header that they send in ORIKI_CLIENT_ADDRESS_HEADER: until then their clients share limits',
        ),
      ];
}
