import type { Config } from '../../config/config.ts';
import { asStartError } from '../database-problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { forbiddenTables, serverFacts, type ServerFacts } from '../../platform/db/inspect.ts';
import { assertMigrated } from '../../platform/db/migration/state.ts';
import { SchemaMismatch } from '../../platform/db/migration/migrations.ts';
import { roleFacts, roleRisks } from '../../platform/db/roles.ts';
import { WORKER_CONNECTIONS } from '../worker.ts';
import { findings, reasonOf, type Finding } from './finding.ts';

const PAGE = 'operations/database.md';

/** PostgreSQL 15. */
const OLDEST_VERSION = 150_000;
const WARN_SKEW_MS = 2000;
/**
 * With a larger difference one of the clocks is wrong. Receivers of webhooks reject signatures that are minutes off,
 * and TLS and cloud services reject this machine.
 */
const MAX_SKEW_MS = 30_000;

export function checkServer(
  { version, versionNumber, readOnly }: ServerFacts,
  setting = 'DATABASE_URL',
): Finding {
  const { ok, fail } = findings('database', PAGE);
  if (versionNumber < OLDEST_VERSION)
    return fail(`PostgreSQL ${version} is too old`, 'upgrade it to PostgreSQL 15 or later');
  if (readOnly)
    return fail(
      `PostgreSQL ${version} rejects writes`,
      `name the primary in ${setting}, not a standby`,
    );
  return ok(`PostgreSQL ${version} answers`);
}

async function checkSchema(db: Database, embedded: boolean): Promise<Finding> {
  const { ok, fail } = findings('schema', PAGE);
  try {
    await assertMigrated(db.connection);
    return ok('every migration is applied, and no unknown one');
  } catch (error) {
    if (!(error instanceof SchemaMismatch)) throw error;
    if (embedded && error.pending) return ok('the next start applies the missing migrations');
    return error.pending
      ? fail(error.message, 'run "npx --no-install oriki migrate" before you start this version')
      : fail(error.message, 'start the version of Oriki that this database belongs to');
  }
}

async function checkRole(db: Database, facts: ServerFacts, embedded: boolean): Promise<Finding> {
  const { ok, warn, fail } = findings('role', PAGE);
  const forbidden = await forbiddenTables(db.read);
  if (forbidden.length > 0)
    return fail(
      `${facts.role} may not read and write ${forbidden.slice(0, 5).join(', ')}${forbidden.length > 5 ? ', …' : ''}`,
      'run "npx --no-install oriki migrate": it grants what the role in DATABASE_URL lacks',
    );
  // The service itself switches to another role on this connection.
  if (embedded) return ok('the service uses a role that cannot alter the schema');
  const risks = roleRisks(await roleFacts(db));
  if (facts.superuser) risks.unshift(`${facts.role} is a superuser`);
  if (risks.length > 0)
    return warn(
      risks.join('; '),
      'name an ordinary role in DATABASE_URL, the owner in ORIKI_MIGRATION_DATABASE_URL, and run ' +
        '"npx --no-install oriki migrate" (docs/operations/database.md, "Roles in PostgreSQL")',
    );
  return ok(
    `${facts.role} may read and write, but alters nothing; row-level security is in effect`,
  );
}

export function checkConnections(config: Config, facts: ServerFacts): Finding {
  const { ok, warn } = findings('connections', PAGE);
  // Each process has one more connection, for notifications.
  const each = config.databasePoolSize + 1;
  const ofWorker = config.role === 'api' ? 0 : WORKER_CONNECTIONS;
  const isSeveral = config.processes > 1 && config.role !== 'worker';
  const needed = isSeveral
    ? config.processes * each + (config.role === 'api' ? 0 : each + ofWorker)
    : each + ofWorker;
  const { freeConnections, maxConnections } = facts;
  const who = isSeveral ? 'the processes of this machine use' : 'a process uses';
  const message = `${freeConnections} of ${maxConnections} connections are free; ${who} up to ${needed}`;
  return freeConnections < needed
    ? warn(message, 'raise max_connections of PostgreSQL, or lower ORIKI_DATABASE_POOL_SIZE')
    : ok(message);
}

export function checkClock({ skewMs, skewErrorMs }: ServerFacts): Finding {
  const { ok, warn, fail } = findings('clock', PAGE);
  const atLeast = Math.max(0, Math.abs(skewMs) - skewErrorMs);
  const message = `the database's clock is ${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  const advice = 'synchronize both clocks (NTP)';
  if (atLeast > MAX_SKEW_MS) return fail(message, advice);
  return atLeast > WARN_SKEW_MS ? warn(message, advice) : ok(message);
}

/** @returns the findings, and whether the remaining checks can read the tables */
export async function checkDatabase(
  config: Config,
  db: Database,
): Promise<{ found: Finding[]; readable: boolean }> {
  const embedded = config.databaseUrl === undefined;
  const { fail } = findings('database', PAGE);
  try {
    const facts = await serverFacts(db.read);
    const schema = await checkSchema(db, embedded);
    const role =
      schema.status === 'ok'
        ? await checkRole(db, facts, embedded)
        : findings('role', PAGE).skip('requires the schema');
    return {
      found: [checkServer(facts), schema, role, checkConnections(config, facts), checkClock(facts)],
      readable: role.status === 'ok' || role.status === 'warn',
    };
  } catch (error) {
    const told = asStartError(error) as Error;
    const message = told === error ? `it does not answer (${reasonOf(error)})` : told.message;
    const advice = 'correct DATABASE_URL, or make PostgreSQL accept connections from here';
    return { found: [fail(message, advice)], readable: false };
  }
}
