/** Organizations that share permissions like members of a federation, without one. */
import { importState, removeImports } from '../../src/modules/permissions/imports/imports.ts';
import { sharedState } from '../../src/modules/permissions/sharing/denials.ts';
import { outboxAll } from '../../src/modules/webhooks/index.ts';
import type { TestApp } from './app.ts';
import { permissionClient } from './permission-client.ts';

const SOURCE = 'membership_1';

export async function sharingClient(app: TestApp, plan: 'free' | 'enterprise' = 'enterprise') {
  const org = await app.org({ plan });
  const client = permissionClient(app, org);
  const list = async (what: string) =>
    (await client.call('GET', `/${what}?limit=100`)).body.data.items;
  return {
    org,
    ...client,
    list,
    async importedRole(name: string): Promise<string> {
      const roles: { id: string; prefix: string | null; name: string; retired: boolean }[] =
        await list('roles');
      return roles.find((role) => role.prefix !== null && role.name === name && !role.retired)!.id;
    },
  };
}
export type SharingClient = Awaited<ReturnType<typeof sharingClient>>;

export async function pull(
  app: TestApp,
  from: SharingClient,
  to: SharingClient,
  prefix = 'ABC',
  source = SOURCE,
) {
  const state = await sharedState(app.db.read, from.org.id);
  const own = await app.dbOf(to.org.id);
  return own.transaction(async (tx) => {
    const imported = await importState(tx, to.org.id, prefix, source, state);
    await outboxAll(tx, imported.events);
    return imported;
  });
}

export async function leave(app: TestApp, to: SharingClient, source = SOURCE): Promise<string[]> {
  const own = await app.dbOf(to.org.id);
  return own.transaction(async (tx) => {
    const { prefixes, events } = await removeImports(tx, to.org.id, [source]);
    await outboxAll(tx, events);
    return prefixes;
  });
}

/** Creates a member with a module, two roles of which one inherits, and a policy. */
export async function sharingMember(app: TestApp) {
  const of = await sharingClient(app);
  const till = await of.module('TILL', ['OPEN', 'REFUND']);
  const cashier = await of.role('Cashier', ['TILL:OPEN']);
  const lead = await of.role('Lead', ['TILL:REFUND'], [cashier]);
  await of.policy({ effect: 'deny', roleId: cashier, capability: 'TILL:*', resource: 'vault/*' });
  return { ...of, till, cashier, lead };
}
