import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { badRequest } from '../platform/errors/index.ts';

/** What is wrong with a command line, in words for whoever typed it. */
export class UsageError extends Error {
  /** How the command is used; undefined where none is known. */
  usage: string | undefined;
}

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  role: { type: 'string' },
  name: { type: 'string' },
  plan: { type: 'string' },
  addon: { type: 'string', multiple: true },
  'no-addons': { type: 'boolean' },
  'identifier-last4': { type: 'string' },
  org: { type: 'string' },
  platform: { type: 'boolean' },
  scope: { type: 'string', multiple: true },
  'expires-at': { type: 'string' },
  id: { type: 'string' },
  overlap: { type: 'string' },
  page: { type: 'string' },
  limit: { type: 'string' },
  kind: { type: 'string' },
  source: { type: 'string' },
  format: { type: 'string' },
  file: { type: 'string' },
  out: { type: 'string' },
  kinds: { type: 'string' },
  threshold: { type: 'string' },
  aliases: { type: 'string' },
  url: { type: 'string' },
  'aliases-url': { type: 'string' },
  every: { type: 'string' },
  none: { type: 'boolean' },
  'allow-shrink': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  status: { type: 'string' },
  all: { type: 'boolean' },
  heads: { type: 'string' },
  month: { type: 'string' },
  enabled: { type: 'string' },
  formats: { type: 'string' },
  'max-rows': { type: 'string' },
  'retention-days': { type: 'string' },
  online: { type: 'boolean' },
  repair: { type: 'boolean' },
} as const;

export type Flags = ReturnType<typeof parse>['values'];

export function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

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

export function wholeNumber(
  name: string,
  value: string | undefined,
  min: number,
): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value) || Number(value) < min)
    throw new UsageError(`--${name} must be a whole number from ${min}`);
  return Number(value);
}

const SECONDS = { m: 60, h: 3600, d: 86_400 };

/** Seconds of a time such as 90m, 24h or 7d. */
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

/** The content of the file that a flag names; it is opened when it is read. @throws ApiError BAD_REQUEST when it cannot be */
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
  const page = wholeNumber('page', flags.page, 1);
  const limit = wholeNumber('limit', flags.limit, 1);
  return { ...(page === undefined ? {} : { page }), ...(limit === undefined ? {} : { limit }) };
}
