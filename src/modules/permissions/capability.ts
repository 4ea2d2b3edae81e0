import type { Queryable } from '../../platform/db/database.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors/index.ts';
import { selectActions } from './modules/store.ts';

const NAME = '[A-Z][A-Z0-9_]{0,31}';
const CAPABILITY = new RegExp(`^(?:([A-Z]{2,4}):)?(${NAME}):(${NAME}|\\*)$`);

/** `PREFIX:MODULE:ACTION`; the prefix is null for a module of the organization's own. */
export type ParsedCapability = { prefix: string | null; module: string; action: string };

export function parseCapability(text: string): ParsedCapability | undefined {
  const match = CAPABILITY.exec(text);
  return match ? { prefix: match[1] ?? null, module: match[2]!, action: match[3]! } : undefined;
}

/** Whether it names a module of the organization's own, as it is written. */
export function isOwnCapability(capability: string): boolean {
  return capability.indexOf(':') === capability.lastIndexOf(':');
}

/** What precedes the action: names a module together with whose it is. */
export function moduleKey(prefix: string | null, code: string): string {
  return prefix === null ? code : `${prefix}:${code}`;
}

/** 400 that names the fields. */
export function capabilityInvalid(details: ErrorDetail[]): ApiError {
  const first = details[0]!;
  return new ApiError('CAPABILITY_INVALID', `${first.path}: ${first.message}`, { details });
}

export const MALFORMED = 'is not of the form MODULE:ACTION, MODULE:* or PREFIX:MODULE:ACTION';
export const UNKNOWN = 'names a module or an action that does not exist';

/**
 * That each of these names an action that exists, or all of a module that exists.
 * @param path of the n-th of them in the request
 * @throws ApiError CAPABILITY_INVALID
 */
export async function assertCapabilities(
  db: Queryable,
  orgId: string,
  texts: string[],
  path: (n: number) => string,
): Promise<void> {
  const parsed = texts.map(parseCapability);
  const malformed = parsed.flatMap((capability, n) =>
    capability ? [] : [{ path: path(n), message: MALFORMED }],
  );
  if (malformed.length > 0) throw capabilityInvalid(malformed);
  const actions = await selectActions(db, orgId, [
    ...new Set(parsed.map((capability) => capability!.module)),
  ]);
  const unknown = parsed.flatMap((capability, n) => {
    const { prefix, module, action } = capability!;
    const known = actions.get(moduleKey(prefix, module));
    return known?.has(action) || (known && action === '*')
      ? []
      : [{ path: path(n), message: UNKNOWN }];
  });
  if (unknown.length > 0) throw capabilityInvalid(unknown);
}
