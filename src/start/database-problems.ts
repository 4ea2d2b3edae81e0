import { ConfigError } from '../config/config.ts';
import { KeyRingError } from '../platform/crypto/key-ring-file.ts';
import { WrongKeyRing } from '../platform/crypto/key-ring.ts';
import { KmsError, KmsSetupError } from '../platform/crypto/kms/remote-kms.ts';
import { WrongSecret } from '../platform/crypto/server-secret.ts';
import { MissingKeys } from '../platform/crypto/stored-keys.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import { isUnavailable } from '../platform/db/failures.ts';
import { MigrationBlocked } from '../platform/db/migration/lock-retry.ts';
import { SchemaMismatch } from '../platform/db/migration/migrations.ts';
import { StartError } from './start-error.ts';

/** The reason that a server could not be asked, without secrets. */
function problemOf(code: string, { message }: Error): string {
  // Not in the server's words, which quote the URL: a password may stand in the wrong place of it.
  if (code.startsWith('28')) return `${code}: it refuses the user or the password`;
  if (code.startsWith('3D')) return `${code}: it has no database of that name`;
  if (/time-?out/i.test(message)) return 'it did not answer in time';
  if (message.startsWith('Connection terminated'))
    return 'it did not answer in time, or ended the connection';
  return code || message;
}

/**
 * The advice to the operator about a database that cannot be used; other errors stay as they are.
 * @param server the name of the one that was asked
 */
export function asStartError(error: unknown, server = HOME): unknown {
  const where = server === HOME ? '' : `server ${server}: `;
  if (error instanceof SchemaMismatch || error instanceof MigrationBlocked)
    return new StartError(where + error.message, 1, error);
  if (
    error instanceof WrongSecret ||
    error instanceof WrongKeyRing ||
    error instanceof MissingKeys ||
    error instanceof KeyRingError ||
    error instanceof KmsSetupError
  )
    return new StartError(error.message, ConfigError.exitCode, error);
  if (error instanceof KmsError) return new StartError(error.message, 1, error);
  const code = (error as { code?: string }).code ?? '';
  const named =
    server === HOME
      ? 'the database that DATABASE_URL names'
      : `the server ${server} that ORIKI_SERVERS names`;
  if (isUnavailable(error) || /^(28|3D)/.test(code))
    return new StartError(
      `cannot use ${named} (${problemOf(code, error as Error)}): is PostgreSQL ` +
        'running there, and are user, password and database name right?',
      1,
      error,
    );
  return error;
}
