import { ConfigError } from '../config/config.ts';
import { KeyRingError } from '../platform/crypto/key-ring-file.ts';
import { WrongKeyRing } from '../platform/crypto/key-ring.ts';
import { KmsError, KmsSetupError } from '../platform/crypto/kms/remote-kms.ts';
import { MissingSubjectKeys } from '../platform/crypto/subject-keys/places.ts';
import { WrongSecret } from '../platform/crypto/server-secret.ts';
import { MissingKeys } from '../platform/crypto/stored-keys.ts';
import { assertUsable } from '../platform/db/client.ts';
import type { ConnectionSettings } from '../platform/db/database.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import { isUnavailable } from '../platform/db/failures.ts';
import { MigrationBlocked } from '../platform/db/migration/lock-retry.ts';
import { MigrationRefused } from '../platform/db/migration/migrate.ts';
import { SchemaMismatch } from '../platform/db/migration/migrations.ts';
import { StartError } from './start-error.ts';

/** Codes of a server that answers, but rejects this user, password or database. */
const REFUSED = /^(28|3D)/;

/** Returns the reason why a server cannot be used, without secrets. */
function problemOf(code: string, { message }: Error): string {
  // The server's own message quotes the URL, which may contain a password in a wrong part.
  if (code.startsWith('28')) return `${code}: it rejects the user or the password`;
  if (code.startsWith('3D')) return `${code}: it has no database with that name`;
  // PgBouncer quotes the parameter, whose name can contain "timeout".
  if (message.startsWith('unsupported startup parameter'))
    return 'a pooler rejects startup parameters: docs/operations/standby.md, "PgBouncer"';
  if (/time-?out/i.test(message)) return 'it did not answer in time';
  if (message.startsWith('Connection terminated'))
    return 'it did not answer in time, or ended the connection';
  return code || message;
}

/**
 * Returns advice for the operator about a command that a database has interrupted. The advice names the unavailable
 * servers. Returns other errors unchanged.
 */
export async function asCommandError(
  error: unknown,
  servers: ReadonlyMap<string, { service: ConnectionSettings; owner: ConnectionSettings }>,
): Promise<unknown> {
  const { code = '' } = error as { code?: string };
  if (!isUnavailable(error) && !REFUSED.test(code)) return error;
  const problems: string[] = [];
  for (const [name, access] of servers)
    for (const as of ['service', 'owner'] as const)
      try {
        await assertUsable(access[as]);
      } catch (reason) {
        problems.push((asStartError(reason, name, as) as Error).message);
        break;
      }
  const message =
    problems.join('; ') ||
    `the database could not do it now (${problemOf(code, error as Error)}): run it again`;
  return new StartError(message, 1, error);
}

/**
 * Returns advice for the operator about an unusable database, and other errors unchanged.
 * @param server the name of the server
 * @param as the account that connects
 */
export function asStartError(
  error: unknown,
  server = HOME,
  as: 'service' | 'owner' = 'service',
): unknown {
  const where = server === HOME ? '' : `server ${server}: `;
  if (
    error instanceof SchemaMismatch ||
    error instanceof MigrationBlocked ||
    error instanceof MigrationRefused
  )
    return new StartError(where + error.message, 1, error);
  if (
    error instanceof WrongSecret ||
    error instanceof WrongKeyRing ||
    error instanceof MissingKeys ||
    error instanceof MissingSubjectKeys ||
    error instanceof KeyRingError ||
    error instanceof KmsSetupError
  )
    return new StartError(error.message, ConfigError.exitCode, error);
  if (error instanceof KmsError) return new StartError(error.message, 1, error);
  const code = (error as { code?: string }).code ?? '';
  const own = as === 'owner' ? 'MIGRATION_' : '';
  const named =
    server === HOME
      ? `the database that ${own && 'ORIKI_'}${own}DATABASE_URL names`
      : `the server ${server} that ORIKI_${own}SERVERS names`;
  if (isUnavailable(error) || REFUSED.test(code))
    return new StartError(
      `cannot use ${named} (${problemOf(code, error as Error)}): is PostgreSQL ` +
        'running there, and are user, password and database name correct?',
      1,
      error,
    );
  return error;
}
