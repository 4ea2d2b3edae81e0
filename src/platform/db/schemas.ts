/** The places of tables: those of tenants in the schema of their bucket, those that cross organizations in `shared`. */
import { parseIntoClientConfig } from 'pg-connection-string';
import type { ConnectionSettings } from './database.ts';

export const SHARED = 'shared';
/** The one that is always there, and the only one of most installations. */
export const FIRST_BUCKET = 'bucket_000';
/** The schemas that the service looks into, in this order. */
export const SCHEMAS: readonly string[] = [FIRST_BUCKET, SHARED];

/** Patterns of PostgreSQL for the name of a bucket, and of any schema of ours. */
export const A_BUCKET = '^bucket_[0-9]{3}$';
export const A_SCHEMA = `^${SHARED}$|${A_BUCKET}`;

/** An identifier in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A connection whose session finds the tables of these schemas, and no others. */
export function ofSchemas(
  connection: ConnectionSettings,
  schemas: readonly string[] = SCHEMAS,
): ConnectionSettings {
  return withOptions(connection, `-c search_path=${schemas.join(',')}`);
}

/** A connection without a URL, whose own parts would override others. */
export function inParts({ connectionString, ...others }: ConnectionSettings): ConnectionSettings {
  if (connectionString === undefined) return others;
  return { ...others, ...parseIntoClientConfig(connectionString) };
}

/** The same connection to another server. */
export function withAddress(
  connection: ConnectionSettings,
  host: string,
  port: number,
): ConnectionSettings {
  return { ...inParts(connection), host, port };
}

/** A connection with more options for its session. */
export function withOptions(connection: ConnectionSettings, options: string): ConnectionSettings {
  const parts = inParts(connection);
  return { ...parts, options: [parts.options, options].filter(Boolean).join(' ') };
}
