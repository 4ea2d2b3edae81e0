import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { createAssignment } from '../assignments/assignments.ts';
import { Permissions } from '../check/check.ts';
import { createModule } from '../modules/modules.ts';
import { createPolicy } from '../policies/policies.ts';
import { createRole } from '../roles/roles.ts';
import type { SharedState } from '../schemas.ts';
import { importState, removeImports } from './imports.ts';

const app = testApp({ role: 'api', rateLimits: undefined });

const IMPORTED = ['s0', 's1', 's2', 's3'];
const OWN = ['o0', 'o1'];
const SUBJECTS = ['u0', 'u1', 'u2'];
const pick = fc.constantFrom;

/** Roles inherit from later ones: imported roles from imported ones, own roles from all. */
const histories = fc.record({
  roles: fc.tuple(
    ...IMPORTED.map((id, n) =>
      fc.record({
        id: fc.constant(id),
        name: fc.constant(id),
        capabilities: fc.subarray(['TILL:OPEN', 'TILL:*', 'DESK:SIT']),
        inherits: fc.subarray(IMPORTED.slice(n + 1)),
      }),
    ),
  ),
  own: fc.tuple(
    ...OWN.map(() =>
      fc.record({
        capabilities: fc.subarray(['PAY:SEND', 'ABC:TILL:OPEN', 'ABC:DESK:*']),
        inherits: fc.subarray(IMPORTED, { maxLength: 2 }),
      }),
    ),
  ),
  assignments: fc.uniqueArray(
    fc.record({ subject: pick(...SUBJECTS), role: pick(...IMPORTED, ...OWN) }),
    { minLength: 2, maxLength: 6, selector: JSON.stringify },
  ),
  policies: fc.uniqueArray(
    fc.record({
      effect: pick('deny' as const, 'deny' as const, 'allow' as const),
      role: pick(...IMPORTED, ...OWN, null),
      capability: pick('PAY:SEND', 'ABC:TILL:OPEN', 'ABC:DESK:*'),
      resource: pick('*', 'a'),
    }),
    { maxLength: 5, selector: (one) => JSON.stringify({ ...one, effect: '' }) },
  ),
  /** An action of the member: it removes some of its objects, or it leaves and may return. */
  gone: fc.option(fc.record({ roles: fc.subarray(IMPORTED), desk: fc.boolean() }), { freq: 2 }),
  returns: fc.boolean(),
});

/** A role with children cannot be deleted alone, so the children are deleted too. */
function without(roles: SharedState['roles'], gone: string[]): SharedState['roles'] {
  const all = new Set(gone);
  for (let size = -1; size !== all.size;) {
    size = all.size;
    for (const { id, inherits } of roles)
      if (inherits.some((parent) => all.has(parent))) all.add(id);
  }
  return roles.filter(({ id }) => !all.has(id));
}

function stateOf(revision: number, roles: SharedState['roles'], codes: string[]): SharedState {
  return {
    revision,
    stamp: '',
    modules: codes.map((code) => ({ code, name: code, actions: ['OPEN', 'SIT'] })),
    roles: roles.map((role) => ({
      ...role,
      capabilities: role.capabilities.filter((one) => codes.includes(one.split(':')[0]!)),
    })),
    policies: [],
  };
}

// contract: permissions/federated-key-prefix
test('a vanished role, module or membership never allows what was denied before', async () => {
  const seen = { denied: 0, allowed: 0, retired: 0 };
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { id: orgId } = await app.org();
      const own = await app.dbOf(orgId);
      const permissions = new Permissions(own, 2 ** 20);
      const change = <T>(work: Parameters<typeof own.transaction<T>>[0]) => own.transaction(work);
      const ids = new Map<string, string>();
      await change(async (tx) => {
        await createModule(tx, orgId, { code: 'PAY', name: 'Pay', actions: ['SEND'] });
        await importState(tx, orgId, 'ABC', 'm1', stateOf(1, history.roles, ['TILL', 'DESK']));
        const imported = await tx
          .selectFrom('permission_roles')
          .select(['id', 'source_id'])
          .where('org_id', '=', orgId)
          .execute();
        for (const row of imported) ids.set(row.source_id!, row.id);
        const roleId = (name: string) => ids.get(name)!;
        for (const [n, { capabilities, inherits }] of history.own.entries()) {
          const name = OWN[n]!;
          const role = { name, capabilities, inherits: inherits.map(roleId) };
          ids.set(name, (await createRole(tx, orgId, role)).id);
        }
        for (const { subject, role } of history.assignments)
          await createAssignment(tx, orgId, { subject, roleId: roleId(role) });
        for (const { role, ...rest } of history.policies) {
          if (rest.effect === 'allow' && role !== null && IMPORTED.includes(role)) continue;
          const about = role === null ? {} : { roleId: roleId(role) };
          await createPolicy(tx, orgId, { ...rest, ...about });
        }
      });
      const checks = SUBJECTS.flatMap((subject) =>
        ['PAY:SEND', 'ABC:TILL:OPEN', 'ABC:DESK:SIT'].flatMap((capability) => [
          { subject, capability },
          { subject, capability, resource: 'a' },
        ]),
      );
      const decided = async () =>
        (await permissions.checkAll(orgId, { checks })).results.map(({ allowed }) => allowed);
      const before = await decided();
      const { gone } = history;
      await change(async (tx) => {
        if (gone) {
          const codes = gone.desk ? ['TILL'] : ['TILL', 'DESK'];
          const state = stateOf(2, without(history.roles, gone.roles), codes);
          await importState(tx, orgId, 'ABC', 'm1', state);
        } else await removeImports(tx, orgId, ['m1']);
      });
      const rounds = [await decided()];
      if (!gone && history.returns) {
        await change((tx) =>
          importState(tx, orgId, 'ABC', 'm2', stateOf(1, history.roles, ['TILL', 'DESK'])),
        );
        rounds.push(await decided());
        await change((tx) => removeImports(tx, orgId, ['m2']));
        rounds.push(await decided());
      }
      for (const after of rounds)
        for (const [n, allowed] of after.entries()) {
          if (allowed) expect(before[n], JSON.stringify(checks[n])).toBe(true);
          if (allowed && !gone) expect(checks[n]!.capability).toBe('PAY:SEND');
          seen[allowed ? 'allowed' : 'denied'] += 1;
        }
      const { rows } = await app.db.pool.query(
        `SELECT count(*) FILTER (WHERE removed) AS retired, (count(*) = h.roles) AS counted
         FROM permission_heads h LEFT JOIN permission_roles r USING (org_id) WHERE org_id = $1 GROUP BY h.roles`,
        [orgId],
      );
      expect(rows[0].counted).toBe(true);
      seen.retired += rows[0].retired;
    }),
    { numRuns: cases(6, 15) },
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
});
