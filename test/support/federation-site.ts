/** A group of organizations for tests of federation. */
import { beforeEach } from 'vitest';
import type { TestApp } from './app.ts';
import { smallGroup, type FederationClient } from './federation-client.ts';
import { testApp } from './test-app.ts';

/** The service of the test file. */
export let app: TestApp;

export let owner: FederationClient;
/** An active member of the group. */
export let member: FederationClient;
/** An invited organization. */
export let guest: FederationClient;
/** An organization outside of the group. */
export let outsider: FederationClient;
/** The id of the group. */
export let group: string;

/** Starts the service for the test file, and makes the group before each of its tests. */
export function useSmallGroup(): void {
  app = testApp({ rateLimits: undefined, role: 'api' });
  beforeEach(async () => {
    ({ owner, member, guest, outsider, group } = await smallGroup(app));
  });
}
