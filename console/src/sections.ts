import { mayRead } from './data/me.ts';
import type { Me } from './queries/session.ts';
import type { TextKey } from './texts/en.ts';

/** A screen in the navigation, with the scope that its data needs. */
export type Section = { path: string; title: TextKey; scope: string };

const SECTIONS: readonly Section[] = [
  { path: '/today', title: 'today.title', scope: 'fraud:screen' },
  { path: '/review', title: 'queue.title', scope: 'fraud:screen' },
  { path: '/cases', title: 'cases.title', scope: 'cases:manage' },
  { path: '/search', title: 'search.title', scope: 'fraud:screen' },
  { path: '/files', title: 'files.title', scope: 'fraud:screen' },
  { path: '/verifications', title: 'verifications.title', scope: 'identity:verify' },
  { path: '/lists', title: 'lists.title', scope: 'fraud:manage' },
  { path: '/webhooks', title: 'webhooks.title', scope: 'webhooks:manage' },
  { path: '/event-types', title: 'eventTypes.title', scope: 'webhooks:manage' },
  { path: '/threads', title: 'threads.title', scope: 'threads:manage' },
  { path: '/permissions', title: 'permissions.title', scope: 'permissions:manage' },
  { path: '/approvals', title: 'approvals.title', scope: 'approvals:request' },
  { path: '/usage', title: 'usage.title', scope: 'usage:read' },
  { path: '/invoices', title: 'invoices.title', scope: 'invoices:read' },
  { path: '/exports', title: 'exports.title', scope: 'exports:create' },
  { path: '/members', title: 'members.title', scope: 'members:manage' },
  { path: '/keys', title: 'keys.title', scope: 'keys:manage' },
  { path: '/audit', title: 'audit.title', scope: 'audit:read' },
  { path: '/organizations', title: 'organizations.title', scope: 'platform:admin' },
  { path: '/global-lists', title: 'globalLists.title', scope: 'platform:admin' },
  { path: '/providers', title: 'providers.title', scope: 'platform:admin' },
  { path: '/system', title: 'system.title', scope: 'platform:admin' },
  { path: '/platform-approvals', title: 'platformApprovals.title', scope: 'platform:admin' },
  { path: '/platform-audit', title: 'platformAudit.title', scope: 'platform:admin' },
];

/** The screens that a person's roles open. */
export function sectionsFor(me: Me): Section[] {
  return SECTIONS.filter(({ scope }) => mayRead(me, scope));
}
