/** Schema names: each bucket's schema has its tenants' tables, and `shared` has the tables that cross organizations. */
import type { ConnectionSettings } from './database.ts';
import { settingsOf } from './session/hosts.ts';

export const SHARED = 'shared';
/** The bucket that always exists, and the only one of most installations. */
export const FIRST_BUCKET = 'bucket_000';
/** The schemas in the service's search path, in order. */
export const SCHEMAS: readonly string[] = [FIRST_BUCKET, SHARED];

/** Patterns of PostgreSQL for the name of a bucket, and of any Oriki schema. */
export const A_BUCKET = '^bucket_[0-9]{3}$';
export const A_SCHEMA = `^${SHARED}$|${A_BUCKET}`;

/** Quotes an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A connection whose session uses only these schemas. */
export function ofSchemas(
  connection: ConnectionSettings,
  schemas: readonly string[] = SCHEMAS,
): ConnectionSettings {
  return withOptions(connection, `-c search_path=${schemas.join(',')}`);
}

/** Returns a connection without a URL, because parts of a URL would override other settings. */
export function inParts({ connectionString, ...others }: ConnectionSettings): ConnectionSettings {
  if (connectionString === undefined) return others;
  return { ...others, ...settingsOf(connectionString) };
}

/** The same connection settings with another server address. */
export function withAddress(
  connection: ConnectionSettings,
  host: string,
  port: number,
): ConnectionSettings {
  const { hosts: _, ...parts } = inParts(connection);
  return { ...parts, host, port };
}

/** A connection with more options for its session. */
export function withOptions(connection: ConnectionSettings, options: string): ConnectionSettings {
  const parts = inParts(connection);
  return { ...parts, options: [parts.options, options].filter(Boolean).join(' ') };
}
