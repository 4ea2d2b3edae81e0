import { copyPermissions } from '../modules/permissions/index.ts';
import { copyLists } from '../modules/screening/index.ts';
import type { CopyToTest } from '../modules/tenants/index.ts';
import { bucketOf } from '../platform/db/places.ts';

/** Gives the twin of an organization its lists and roles, once: from then on each goes its own way. */
export const copyToTest: CopyToTest = async (tx, orgId, testOrgId) => {
  const own = await bucketOf(tx, orgId);
  await copyLists(own, orgId, testOrgId);
  await copyPermissions(own, orgId, testOrgId);
};
