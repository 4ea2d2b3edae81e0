/**
 * The rights that a step needs. They are those of its endpoint, and are checked when the session is created and when
 * the step runs.
 */
import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { CallerRefused } from '../../platform/errors/index.ts';
import { holdsScope } from '../people/index.ts';
import { detectionPack, getOrganization } from '../tenants/index.ts';
import { scopeOf, type StepType } from './steps.ts';

/** @throws ApiError FORBIDDEN if the caller lacks the scope of a step's endpoint */
export function assertMayRun({ kind, scopes }: Principal, steps: readonly StepType[]): void {
  const scope = steps.map(scopeOf).find((one) => !scopes.has(one));
  if (scope === undefined) return;
  const caller = kind === 'key' ? 'the API key lacks' : 'none of your roles has';
  throw new CallerRefused('FORBIDDEN', `${caller} the scope ${scope}`);
}

/**
 * Returns true if the creator of a session, or a key that replaces it, could still run a step by a request.
 * @param db reads all organizations
 */
export async function mayStillRun(
  db: Queryable,
  { org_id: orgId, created_by: maker }: { org_id: string; created_by: string },
  step: StepType,
): Promise<boolean> {
  return (
    detectionPack.allows(await getOrganization(db, orgId)) &&
    (await holdsScope(db, orgId, maker, scopeOf(step)))
  );
}
