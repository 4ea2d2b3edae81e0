import type { Tx } from '../../platform/db/database.ts';

/**
 * The prefix of the twin of an organization: its test keys act there, isolated from it like any other organization.
 */
const TEST_PREFIX = 'testorg';

/** Returns the twin's id, which is derived from the organization's id, so that there is only one. */
export function testOrganizationOf(orgId: string): string {
  return orgId.replace(/^org_/, `${TEST_PREFIX}_`);
}

/** Returns true if an id is that of a twin. */
export function isTestOrganization(orgId: string): boolean {
  return orgId.startsWith(`${TEST_PREFIX}_`);
}

/** Copies the organization's data to the twin, in the transaction that creates it. */
export type CopyToTest = (tx: Tx, orgId: string, testOrgId: string) => Promise<void>;
