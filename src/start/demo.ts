import * as lists from '../modules/lists/index.ts';
import * as people from '../modules/people/index.ts';
import * as tenants from '../modules/tenants/index.ts';
import type { Actor } from '../platform/audit/action.ts';
import { newAction, writeAction } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';

/** `code` signs a person in to the demo organization, once. */
export type Demo = tenants.DemoTenant & { code: string };

const ENTRIES = [{ name: 'Chief (Mrs.) Adaeze Okonkwo', country: 'NG' }];

/** The actor in the audit log for the first start of an installation. */
const START: Actor = { kind: 'service', id: 'start', via: null, requestId: null, address: null };

/**
 * Creates, once in a new database, an organization with all features, a key and a sign-in link for it, and a blocklist.
 * The first screening then has a hit without any set-up. Of processes that start at the same time, one gets the result,
 * and the others undefined.
 */
export async function createDemo(tx: Tx, secret: string): Promise<Demo | undefined> {
  const demo = await tenants.createDemoTenant(tx);
  if (!demo) return undefined;
  const { id } = await lists.createList(tx, demo.organizationId, {
    source: 'demo',
    name: 'Demo blocklist',
    kind: 'tenant_blocklist',
  });
  const entries = await lists.prepareEntries({ entries: ENTRIES });
  await lists.addEntries(tx, demo.organizationId, id, entries);
  const { organizationId: orgId } = demo;
  const who = { orgId, role: 'admin', name: 'console' };
  const means = { profiles: new people.ProfileBox(secret), actor: START };
  const { code, userId } = (await people.makeLinkCode(tx, who, means)).after;
  const after = { keyId: demo.keyId, userId };
  const made = { orgId, actor: START, action: 'demo.create', object: orgId, after };
  await writeAction(tx, newAction(made));
  return { ...demo, code };
}
