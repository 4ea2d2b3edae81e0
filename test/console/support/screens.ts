import { MODULES } from '../../../src/modules/index.ts';
import type { Module } from '../../../src/modules/module.ts';
import { PLATFORM_SCOPE } from '../../../src/platform/http/policy.ts';
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

/** The addresses of screens of one object. */
const OF_OBJECTS: Record<string, (site: Site) => string> = {
  '/review/$id': ({ hitId }) => `/review/${hitId}`,
  '/cases/$id': ({ caseId }) => `/cases/${caseId}`,
  '/cases/$id/file': ({ caseId }) => `/cases/${caseId}/file`,
  '/search/$id': ({ screeningId }) => `/search/${screeningId}`,
  '/subjects/$id': ({ subjectId }) => `/subjects/${subjectId}`,
  '/verifications/$id': ({ verificationId }) => `/verifications/${verificationId}`,
  '/sessions/$id': ({ sessionId }) => `/sessions/${sessionId}`,
  '/lists/$id': ({ listId }) => `/lists/${listId}`,
  '/webhooks/$id': ({ webhookId }) => `/webhooks/${webhookId}`,
  '/keys/$id': ({ keyId }) => `/keys/${keyId}`,
  '/threads/$id': ({ threadId }) => `/threads/${threadId}`,
  '/invoices/$id': ({ invoiceId }) => `/invoices/${invoiceId}`,
  '/global-lists/$id': ({ globalListId }) => `/global-lists/${globalListId}`,
};

const screens = MODULES.flatMap((module: Module<never>) => Object.entries(module.screens ?? {}));

/** Every screen, and its address in an organization. */
export const SCREENS: [string, (site: Site) => string][] = screens.map(([path]) => [
  path,
  (site) => `/console${OF_OBJECTS[path]?.(site) ?? path}`,
]);
const OF_OPERATORS = new Set(
  screens.flatMap(([path, { navigation }]) =>
    navigation?.scope === PLATFORM_SCOPE ? [`/console${path}`] : [],
  ),
);

/** Returns the session that opens a screen. */
export function sessionFor(site: Site, path: string): string {
  return OF_OPERATORS.has(path.split('/', 3).join('/')) ? site.operator : site.session;
}
