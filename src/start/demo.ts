import * as screening from '../modules/screening/index.ts';
import * as people from '../modules/people/index.ts';
import * as tenants from '../modules/tenants/index.ts';
import type { Actor } from '../platform/audit/action.ts';
import { newAction, writeAction } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';

/** `code` signs a person in to the demo organization, once. */
export type Demo = tenants.DemoTenant & { code: string };

const ENTRIES = [{ name: 'Chief (Mrs.) Adaeze Okonkwo', country: 'NG' }];

/** The first start of an installation, in the log of what was done. */
const START: Actor = { kind: 'service', id: 'start', via: null, requestId: null, address: null };

/**
 * On a new database, once: an organization that may use everything, a key and a link to sign in for it, and a blocklist, so that the first
 * minute needs no set-up and a first screening finds somebody. Of processes starting at once one gets the result, the
 * others undefined.
 */
export async function createDemo(tx: Tx, secret: string): Promise<Demo | undefined> {
  const demo = await tenants.createDemoTenant(tx);
  if (!demo) return undefined;
  const { id } = await screening.createList(tx, demo.organizationId, {
    source: 'demo',
    name: 'Demo blocklist',
    kind: 'tenant_blocklist',
  });
  const entries = await screening.prepareEntries({ entries: ENTRIES });
  await screening.addEntries(tx, demo.organizationId, id, entries);
  const { organizationId: orgId } = demo;
  const who = { orgId, role: 'admin', name: 'console' };
  const means = { profiles: new people.ProfileBox(secret), actor: START };
  const { code, userId } = await people.makeLinkCode(tx, who, means);
  const after = { keyId: demo.keyId, userId };
  const made = { orgId, actor: START, action: 'demo.create', object: orgId, after };
  await writeAction(tx, newAction(made));
  return { ...demo, code };
}
