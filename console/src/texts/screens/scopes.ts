import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { knownTextsOf } from '../text.ts';

/** A scope that a key of an organization can have. */
export type Scope = Operations['createKey']['input']['body']['scopes'][number];

/** The words for what each scope allows: one that is missing does not compile. */
const SCOPES = {
  'identity:verify': 'Verify people by number and face, and read verifications',
  'fraud:manage': 'Manage your lists, and choose the screening profile',
  'fraud:screen': 'Screen names, enrol customers, and decide hits',
  'cases:manage': 'Create, claim, annotate, decide and close cases',
  'permissions:manage': 'Manage roles, policies and assignments, and share them in a federation',
  'permissions:check': 'Check permissions',
  'threads:manage': 'Read and write messages in threads, and read inboxes',
  'webhooks:manage': 'Manage webhooks, read events and deliveries, and send them again',
  'events:publish': 'Publish your own events',
  'usage:write': 'Report usage of your services',
  'usage:read': 'Read usage',
  'invoices:read': 'Read invoices',
  'exports:create': 'Create and download exports',
  'members:manage': 'Invite people, change their roles, remove them, and end sessions',
  'portal:create': 'Create sessions for users of your own application',
  'signin:manage': 'Manage identity providers',
  'scim:manage': 'Manage people and groups by SCIM, for an identity provider',
  'approvals:request': 'Request a second person, and read requests',
  'approvals:manage': 'Choose which actions need two people',
  'audit:read': 'Read the audit log',
  'keys:manage': 'Create, restrict, rotate and revoke keys',
} as const satisfies Record<Scope, string>;

/** Returns what a scope allows; undefined for a scope of a newer API version, whose name the screen shows. */
export const scopeText = knownTextsOf(SCOPES);
