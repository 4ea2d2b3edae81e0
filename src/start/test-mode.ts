import { copyPermissions } from '../modules/permissions/index.ts';
import { copyLists } from '../modules/lists/index.ts';
import type { CopyToTest } from '../modules/tenants/index.ts';
import { bucketOf } from '../platform/db/places.ts';

/** Copies an organization's lists and roles to its twin, once. Afterwards both change independently. */
export const copyToTest: CopyToTest = async (tx, orgId, testOrgId) => {
  const own = await bucketOf(tx, orgId);
  await copyLists(own, orgId, testOrgId);
  await copyPermissions(own, orgId, testOrgId);
};
