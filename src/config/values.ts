import { readFileSync } from 'node:fs';
import { HostsInvalid, settingsOf } from '../platform/db/session/hosts.ts';
import { rangeText } from '../platform/outbound/address.ts';

/** Converts the texts of settings to values. Each function throws `Invalid`, and never repeats a secret. */

/** One setting: its name, its meaning, its default in the operator's notation, and the conversion of its text. */
export type Setting<T> = {
  env: string;
  description: string;
  default: string;
  parse: (text: string) => T;
  /** Secrets can also be given as `<NAME>_FILE`, the path of a file with the value. */
  secret?: boolean;
};

export function setting<T>(row: Setting<T>): Setting<T> {
  return row;
}

/** The fault of a setting's text, as words that follow the setting's name. */
export class Invalid extends Error {}

export function fail(message: string): never {
  throw new Invalid(message);
}

/** @param otherwise another allowed text */
export function wholeNumber(min: number, max: number, otherwise = ''): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      fail(`must be a whole number from ${min} to ${max}${otherwise}`);
    return value;
  };
}

export function oneOf<const T extends string>(...values: T[]): (text: string) => T {
  return (text) =>
    values.find((value) => value === text) ?? fail(`must be one of ${values.join(', ')}`);
}

export function optional<T>(parse: (text: string) => T) {
  return (text: string): T | undefined => (text === '' ? undefined : parse(text));
}

/**
 * Checks the URL of a database, which may name several hosts, as libpq does. With a user and without a host,
 * `postgresql://user@/database?host=/socket` is a URL only for PostgreSQL's clients.
 */
export function databaseUrl(text: string): string {
  // The first of several hosts is checked for all of them.
  const one = text.replace(/^(\w+:\/\/(?:[^/?#]*@)?[^/?#@,]*),[^/?#@]*/, '$1');
  const isUrl = URL.canParse(one) || URL.canParse(one.replace('@/', '@localhost/'));
  if (!/^postgres(ql)?:\/\//.test(text) || !isUrl) fail('must be a postgresql:// URL');
  try {
    if (text.includes(',') || text.includes('target_session_attrs')) settingsOf(text);
  } catch (error) {
    fail(error instanceof HostsInvalid ? error.message : 'must be a postgresql:// URL');
  }
  return text;
}

export function secretText(text: string): string {
  return text.length >= 32 ? text : fail('must have at least 32 characters');
}

export function cidrList(text: string): string[] {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const cidr of list)
    if (rangeText(cidr) === undefined) fail(`"${cidr}" is not an IP address or CIDR`);
  return list;
}

/** Returns the name of a header in lower case, as Node has it. */
export function headerName(text: string): string {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(text) ? text.toLowerCase() : fail('must be a header name');
}

/** Editors and `echo` end a file with a line break. */
function contentOf(env: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    return fail(
      `cannot be read from ${env}_FILE (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
}

/** Returns the environment's text for a setting, or the content of the file that it names; otherwise the default. */
export function rawValue(row: Setting<unknown>, env: NodeJS.ProcessEnv): string {
  const value = env[row.env];
  const file = row.secret ? env[`${row.env}_FILE`] : undefined;
  if (file !== undefined && file !== '') {
    if (value !== undefined && value !== '') fail(`is given twice, also as ${row.env}_FILE`);
    const text = contentOf(row.env, file);
    // If an empty text counted as "not set", the process would use another database or create another secret.
    return text === '' ? fail(`cannot be read from ${row.env}_FILE: it is empty`) : text;
  }
  return value === undefined || value === '' ? row.default : value;
}
