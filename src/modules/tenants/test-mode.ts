import type { Tx } from '../../platform/db/database.ts';

/** The twin of an organization: what its test keys act in, isolated from it like any other organization. */
const TEST_PREFIX = 'testorg';

/** The twin's id follows from the organization's, so that there is one. */
export function testOrganizationOf(orgId: string): string {
  return orgId.replace(/^org_/, `${TEST_PREFIX}_`);
}

/** Tells whether an id is that of a twin. */
export function isTestOrganization(orgId: string): boolean {
  return orgId.startsWith(`${TEST_PREFIX}_`);
}

/** Gives the twin what the organization has, in the transaction that makes it. */
export type CopyToTest = (tx: Tx, orgId: string, testOrgId: string) => Promise<void>;
