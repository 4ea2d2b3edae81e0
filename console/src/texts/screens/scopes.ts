import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { knownTextsOf } from '../text.ts';

/** A scope that a key of an organization can have. */
export type Scope = Operations['createKey']['input']['body']['scopes'][number];

/** The words for what each scope allows: one that is missing does not compile. */
const SCOPES = {
  'identity:verify': 'Verify people by their numbers and faces, and read what was verified',
  'fraud:manage': 'Keep own lists, and choose the weights of the comparison',
  'fraud:screen': 'Screen names, enrol customers, and decide hits',
  'cases:manage': 'Work on cases: make, claim, note, decide and close them',
  'permissions:manage': 'Make roles and policies, say who has them, and share them in a federation',
  'permissions:check': 'Ask whether somebody may do something',
  'threads:manage': 'Read and write messages in threads, and read inboxes',
  'webhooks:manage': 'Set up webhooks, read events and deliveries, and send them again',
  'events:publish': 'Publish events of your own',
  'usage:write': 'Report what was used of your services',
  'usage:read': 'Read usage',
  'invoices:read': 'Read invoices',
  'exports:create': 'Make exports of your data, and download them',
  'members:manage': 'Invite people, change their roles, remove them, and end sessions',
  'portal:create': 'Sign in people of your own application',
  'signin:manage': 'Choose the identity providers where people sign in',
  'scim:manage': 'Keep people and groups by SCIM, for an identity provider',
  'approvals:request': 'Ask for a second person, and read what was asked',
  'approvals:manage': 'Choose what needs two people',
  'audit:read': 'Read who did what',
  'keys:manage': 'Make, narrow, rotate and revoke keys',
} as const satisfies Record<Scope, string>;

/** Says what a scope allows; nothing for one of a newer version of the API, whose name stands beside. */
export const scopeText = knownTextsOf(SCOPES);
