import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { badRequest } from '../platform/errors/index.ts';

/** A wrong command line, with a message for the user. */
export class UsageError extends Error {
  /** The usage of the command; undefined if no command is known. */
  usage: string | undefined;
  constructor(message: string, usage?: string) {
    super(message);
    this.usage = usage;
  }
}

/** Options without a value. */
export type Switch =
  | 'all'
  | 'allow-shrink'
  | 'check'
  | 'json'
  | 'no-addons'
  | 'none'
  | 'online'
  | 'platform'
  | 'repair'
  | 'signed'
  | 'skip-invalid'
  | 'test';

/** Options that may be repeated. */
export const REPEATED = ['addon', 'allow', 'column', 'scope'] as const;
export type Repeated = (typeof REPEATED)[number];

export type Value =
  | 'aliases'
  | 'aliases-url'
  | 'addresses'
  | 'addresses-url'
  | 'comments'
  | 'comments-url'
  | 'mapping'
  | 'bucket'
  | 'count'
  | 'date-format'
  | 'email'
  | 'enabled'
  | 'every'
  | 'fail-under'
  | 'expires-at'
  | 'file'
  | 'folder'
  | 'format'
  | 'formats'
  | 'from'
  | 'heads'
  | 'id'
  | 'billing-time-zone'
  | 'identifier-last4'
  | 'seals-content'
  | 'issuer'
  | 'keys'
  | 'kind'
  | 'kinds'
  | 'class'
  | 'days'
  | 'max-days'
  | 'min-days'
  | 'member'
  | 'reason'
  | 'reason-code'
  | 'region'
  | 'limit'
  | 'list'
  | 'max-rows'
  | 'month'
  | 'name'
  | 'org'
  | 'out'
  | 'overlap'
  | 'page'
  | 'passphrase-file'
  | 'plan'
  | 'retention-days'
  | 'role'
  | 'seed'
  | 'server'
  | 'source'
  | 'status'
  | 'subject'
  | 'threshold'
  | 'to'
  | 'unlisted'
  | 'url';

/** The options of a command line by name. `spec/` lists those that a command accepts. */
export type Flags = { [name in Switch]?: boolean } & { [name in Repeated]?: string[] } & {
  [name in Value]?: string;
};

export function need<K extends keyof Flags>(flags: Flags, name: K): NonNullable<Flags[K]> {
  const value = flags[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is required`);
  return value;
}

export function choice<const T extends string>(
  name: string,
  value: string,
  values: readonly T[],
): T {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${values.join(', ')}`);
  return found;
}

/** @param name the option as the user writes it */
export function wholeNumber(
  name: string,
  value: string | undefined,
  min: number,
): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value) || Number(value) < min)
    throw new UsageError(`${name} must be a whole number from ${min}`);
  return Number(value);
}

const SECONDS = { m: 60, h: 3600, d: 86_400 };

/** Reads a duration such as 90m, 24h or 7d as seconds. */
export function duration(
  name: string,
  value: string | undefined,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (value === undefined) return undefined;
  const [, digits, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
  const seconds = Number(digits) * SECONDS[(unit ?? 'm') as keyof typeof SECONDS];
  if (!(seconds >= min && seconds <= max))
    throw new UsageError(
      `--${name} must be a time such as 90m, 24h or 7d, from ${min / 3600}h to ${max / 86_400}d`,
    );
  return seconds;
}

/**
 * Returns the content of the file that a flag names. The file is opened on the first read. @throws ApiError
 * BAD_REQUEST if it cannot be read
 */
export async function readable(flag: string, path: string): Promise<AsyncIterable<Uint8Array>> {
  const unreadable = (reason: string | undefined): never => {
    throw badRequest([{ path: `--${flag}`, message: `cannot read ${path} (${reason})` }]);
  };
  const failed = ({ code }: NodeJS.ErrnoException): never => unreadable(code);
  await access(path, constants.R_OK).catch(failed);
  if ((await stat(path).catch(failed)).isDirectory()) unreadable('EISDIR');
  return {
    [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator](),
  };
}

export function pageOf(flags: Flags): { page?: number; limit?: number } {
  const page = wholeNumber('--page', flags.page, 1);
  const limit = wholeNumber('--limit', flags.limit, 1);
  return { ...(page === undefined ? {} : { page }), ...(limit === undefined ? {} : { limit }) };
}

/** @throws UsageError for a reason that the API would reject */
export function sentence(
  reason: string,
  { minLength, maxLength }: { minLength: number; maxLength: number },
): string {
  const isOne = reason.trim() !== '' && reason.length >= minLength && reason.length <= maxLength;
  if (!isOne) throw new UsageError(`--reason must have ${minLength} to ${maxLength} characters`);
  return reason;
}
