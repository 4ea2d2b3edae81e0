import { parseArgs } from 'node:util';
import * as tenants from './modules/tenants/index.ts';

/** What is wrong with a command line, in words for whoever typed it. */
export class UsageError extends Error {}

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  role: { type: 'string' },
  name: { type: 'string' },
  plan: { type: 'string' },
  addon: { type: 'string', multiple: true },
  'no-addons': { type: 'boolean' },
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
  aliases: { type: 'string' },
  status: { type: 'string' },
  all: { type: 'boolean' },
  heads: { type: 'string' },
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

export function scopes(flags: Flags): string[] {
  if (flags.platform) {
    if (flags.scope || flags.org) throw new UsageError('--platform goes without --org and --scope');
    return [tenants.PLATFORM_SCOPE];
  }
  return need(flags, 'scope').map((scope) => choice('scope', scope, tenants.SCOPES));
}

export function addons(flags: Flags): tenants.Addon[] | undefined {
  if (flags['no-addons']) return [];
  return flags.addon?.map((addon) => choice('addon', addon, tenants.ADDONS));
}

export function pageOf(flags: Flags): { page?: number; limit?: number } {
  const page = wholeNumber('page', flags.page, 1);
  const limit = wholeNumber('limit', flags.limit, 1);
  return { ...(page === undefined ? {} : { page }), ...(limit === undefined ? {} : { limit }) };
}
