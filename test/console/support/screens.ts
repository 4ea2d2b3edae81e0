import type { TestApp } from '../../support/app.ts';
import { refusedList } from './refused.ts';
import { fill, type World } from './world.ts';

/** An organization with data on every screen, and an operator. */
export type Site = World & { operator: string; globalListId: string };

export async function fillSite(app: TestApp): Promise<Site> {
  const world = await fill(app);
  const { id: globalListId } = await refusedList(app, 'console:global');
  await app.call('POST', '/api/v1/admin/approvals', {
    key: await app.platformKey(),
    body: { action: 'global_list.shrink', objectId: globalListId },
  });
  const { session: operator } = await app.person(null, ['admin']);
  return { ...world, operator, globalListId };
}

/** Every screen, and its address in an organization. */
export const SCREENS: [string, (site: Site) => string][] = [
  ['today', () => '/console/today'],
  ['review', () => '/console/review'],
  ['hit', ({ hitId }) => `/console/review/${hitId}`],
  ['cases', () => '/console/cases'],
  ['case', ({ caseId }) => `/console/cases/${caseId}`],
  ['search', () => '/console/search'],
  ['screening', ({ screeningId }) => `/console/search/${screeningId}`],
  ['files', () => '/console/files'],
  ['subject', ({ subjectId }) => `/console/subjects/${subjectId}`],
  ['verifications', () => '/console/verifications'],
  ['verification', ({ verificationId }) => `/console/verifications/${verificationId}`],
  ['lists', () => '/console/lists'],
  ['list', ({ listId }) => `/console/lists/${listId}`],
  ['webhooks', () => '/console/webhooks'],
  ['webhook', ({ webhookId }) => `/console/webhooks/${webhookId}`],
  ['event types', () => '/console/event-types'],
  ['threads', () => '/console/threads'],
  ['thread', ({ threadId }) => `/console/threads/${threadId}`],
  ['permissions', () => '/console/permissions'],
  ['approvals', () => '/console/approvals'],
  ['usage', () => '/console/usage'],
  ['invoices', () => '/console/invoices'],
  ['invoice', ({ invoiceId }) => `/console/invoices/${invoiceId}`],
  ['exports', () => '/console/exports'],
  ['members', () => '/console/members'],
  ['keys', () => '/console/keys'],
  ['audit', () => '/console/audit'],
  ['organizations', () => '/console/organizations'],
  ['global lists', () => '/console/global-lists'],
  ['global list', ({ globalListId }) => `/console/global-lists/${globalListId}`],
  ['providers', () => '/console/providers'],
  ['system', () => '/console/system'],
  ['approvals of operators', () => '/console/platform-approvals'],
  ['audit of operators', () => '/console/platform-audit'],
];
const OF_OPERATORS = /^\/console\/(organizations|global-lists|providers|system|platform-)/;

/** Returns the session that opens a screen. */
export function sessionFor(site: Site, path: string): string {
  return OF_OPERATORS.test(path) ? site.operator : site.session;
}
