import type { Queryable } from '../../platform/db/database.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors/index.ts';
import { selectActions } from './modules/store.ts';
import { CAPABILITY_NAME } from './schemas.ts';

const CAPABILITY = new RegExp(`^(?:([A-Z]{2,4}):)?(${CAPABILITY_NAME}):(${CAPABILITY_NAME}|\\*)$`);

/** `PREFIX:MODULE:ACTION`; the prefix is null for the organization's own module. */
export type ParsedCapability = { prefix: string | null; module: string; action: string };

export function parseCapability(text: string): ParsedCapability | undefined {
  const match = CAPABILITY.exec(text);
  return match ? { prefix: match[1] ?? null, module: match[2]!, action: match[3]! } : undefined;
}

/** Returns true if the capability has no prefix, and therefore names one of the organization's own modules. */
export function isOwnCapability(capability: string): boolean {
  return capability.indexOf(':') === capability.lastIndexOf(':');
}

/** The part of a capability before the action, which names a module. */
export function moduleKey(prefix: string | null, code: string): string {
  return prefix === null ? code : `${prefix}:${code}`;
}

/** An error 400 that names the fields. */
export function capabilityInvalid(details: ErrorDetail[]): ApiError {
  const first = details[0]!;
  return new ApiError('CAPABILITY_INVALID', `${first.path}: ${first.message}`, { details });
}

export const MALFORMED = 'does not have the form MODULE:ACTION, MODULE:* or PREFIX:MODULE:ACTION';
export const UNKNOWN = 'names a module or an action that does not exist';

/**
 * Checks that each capability names an existing action, or all actions of an existing module.
 * @param path returns the place of the n-th capability in the request
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
