import type { Queryable } from '../../../platform/db/database.ts';
import { ApiError, type ErrorDetail } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { ASSIGNMENT_PREFIX } from '../assignments/assignments.ts';
import { assertCapabilities } from '../capability.ts';
import { POLICY_PREFIX, resourceProblems } from '../policies/policies.ts';
import { selectSamePolicies } from '../policies/store.ts';
import { assertAcyclic, RELATIONSHIP_PREFIX } from '../relationships/relationships.ts';
import { selectIds } from '../store.ts';
import type { Assumptions } from './schemas.ts';

const IMPORTED = 'was imported from a federation';
const NO_ROLE = 'role not found';

/** The problems of assumptions that their schema does not find. */
export function assumptionProblems({ roles = [], policies = [] }: Assumptions): ErrorDetail[] {
  const ids = roles.map(({ id }) => id);
  return [
    ...policies.flatMap((policy, n) =>
      resourceProblems(policy).map(({ path, message }) => ({
        path: `assume.policies[${n}].${path}`,
        message,
      })),
    ),
    ...ids.flatMap((id, n) =>
      ids.indexOf(id) === n ? [] : [{ path: `assume.roles[${n}].id`, message: 'is a duplicate' }],
    ),
  ];
}

/** A text in a check, with its place. */
type Placed = { path: string; text: string };

function problems(
  placed: readonly Placed[],
  isOne: (one: Placed) => boolean,
  message: string,
): ErrorDetail[] {
  return placed.filter(isOne).map(({ path }) => ({ path, message }));
}

/** Rejects an assumption in the same way as the operation that makes such a change. */
function refuse(
  code: 'ROLE_NOT_FOUND' | 'NOT_FOUND' | 'FORBIDDEN' | 'POLICY_CONFLICT',
  details: ErrorDetail[],
): void {
  const [first] = details;
  if (first) throw new ApiError(code, `${first.path}: ${first.message}`, { details });
}

async function assertRoles(
  db: Queryable,
  orgId: string,
  { roles = [], assignments = [], policies = [] }: Assumptions,
): Promise<void> {
  const changed = roles.map(({ id }, n) => ({ path: `assume.roles[${n}].id`, text: id }));
  const allowed: Placed[] = [];
  const denied: Placed[] = [];
  for (const [n, { effect, roleId: text }] of policies.entries())
    if (text !== undefined)
      (effect === 'allow' ? allowed : denied).push({ path: `assume.policies[${n}].roleId`, text });
  const given = assignments.map(({ roleId }, n) => {
    return { path: `assume.assignments[${n}].roleId`, text: roleId };
  });
  const all = [...changed, ...given, ...allowed, ...denied];
  if (all.length === 0) return;
  const ids = all.map(({ text }) => text);
  const known = await selectIds(db, 'permission_roles', orgId, ids);
  refuse(
    'ROLE_NOT_FOUND',
    problems(all, ({ text }) => !known.has(text), NO_ROLE),
  );
  const own = await selectIds(db, 'permission_roles', orgId, ids, true);
  const ofOwn = [...changed, ...allowed];
  refuse(
    'FORBIDDEN',
    problems(ofOwn, ({ text }) => !own.has(text), IMPORTED),
  );
}

async function assertThere(db: Queryable, orgId: string, without: string[]): Promise<void> {
  if (without.length === 0) return;
  const placed = without.map((text, n) => ({ path: `assume.without[${n}]`, text }));
  const ofKind = (prefix: string) => without.filter((id) => isId(prefix, id));
  const assigned = await selectIds(db, 'permission_assignments', orgId, ofKind(ASSIGNMENT_PREFIX));
  const own = await selectIds(db, 'permission_policies', orgId, ofKind(POLICY_PREFIX), true);
  const related = await selectIds(
    db,
    'permission_relationships',
    orgId,
    ofKind(RELATIONSHIP_PREFIX),
  );
  const isThere = ({ text }: Placed) => assigned.has(text) || own.has(text) || related.has(text);
  refuse(
    'NOT_FOUND',
    problems(
      placed,
      (one) => !isThere(one),
      'is not an assignment, policy or relationship of your own',
    ),
  );
}

async function assertNoSame(
  db: Queryable,
  orgId: string,
  policies: NonNullable<Assumptions['policies']>,
  without: string[],
): Promise<void> {
  if (policies.length === 0) return;
  const about = policies.map(({ roleId = null, capability, resource = '*', relation = null }) => {
    return { role_id: roleId, capability, resource, relation };
  });
  const found = await selectSamePolicies(db, orgId, about);
  const keyOf = ({ role_id, capability, resource, relation }: (typeof about)[number]) =>
    JSON.stringify([role_id, capability, resource, relation]);
  const taken = new Set(found.filter(({ id }) => !without.includes(id)).map(keyOf));
  const details: ErrorDetail[] = [];
  for (const [n, one] of about.entries()) {
    if (taken.has(keyOf(one)))
      details.push({
        path: `assume.policies[${n}]`,
        message: 'a policy with the same role, capability, resource and relation exists',
      });
    taken.add(keyOf(one));
  }
  refuse('POLICY_CONFLICT', details);
}

async function assertNoCycles(
  db: Queryable,
  orgId: string,
  { relationships: edges = [], without = [] }: Assumptions,
): Promise<void> {
  for (const [n, edge] of edges.entries())
    await assertAcyclic(db, orgId, edge, { edges, without, place: `assume.relationships[${n}]` });
}

/**
 * Checks that each assumed change would be possible.
 * @throws ApiError CAPABILITY_INVALID; ROLE_NOT_FOUND; NOT_FOUND for an assignment, a policy or a relationship;
 * FORBIDDEN for imported data; POLICY_CONFLICT; RELATIONSHIP_CYCLE
 */
export async function assertAssumable(
  db: Queryable,
  orgId: string,
  assumed: Assumptions,
): Promise<void> {
  const { roles = [], policies = [], without = [] } = assumed;
  const written: Placed[] = [
    ...roles.flatMap(({ capabilities }, n) =>
      capabilities.map((text, i) => ({ path: `assume.roles[${n}].capabilities[${i}]`, text })),
    ),
    ...policies.map(({ capability: text }, n) => {
      return { path: `assume.policies[${n}].capability`, text };
    }),
  ];
  await assertCapabilities(
    db,
    orgId,
    written.map(({ text }) => text),
    (n) => written[n]!.path,
  );
  await assertRoles(db, orgId, assumed);
  await assertThere(db, orgId, without);
  await assertNoSame(db, orgId, policies, without);
  await assertNoCycles(db, orgId, assumed);
}
