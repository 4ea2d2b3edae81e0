import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import { useMe } from './data/me.ts';
import { sectionsFor } from './sections.ts';
import { Shell } from './shell.tsx';
import { t } from './texts/text.ts';
import { PREFIX } from './data/prefix.ts';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <h1>{t('app.notFound')}</h1>,
});

/** The first screen that a person may see. */
function First() {
  const { data } = useMe();
  const [first] = data ? sectionsFor(data) : [];
  return first ? <Navigate to={first.path} replace /> : <p>{t('error.forbidden')}</p>;
}

const loads: (() => Promise<unknown>)[] = [
  () => import('./palette.tsx'),
  () => import('./end-of-session.tsx'),
  () => import('./data/transfer.ts'),
  () => import('./parts/draw.ts'),
  () => import('./screens/review/decisions-made.tsx'),
  () => import('./screens/review/enrol.tsx'),
  () => import('./screens/review/refused.tsx'),
  () => import('./screens/review/to-case.ts'),
  () => import('./screens/search/choose-case.tsx'),
  () => import('./screens/webhooks/attempts.tsx'),
  () => import('./screens/webhooks/figures-shown.tsx'),
  () => import('./screens/webhooks/receivers.tsx'),
  () => import('./screens/webhooks/rotate.tsx'),
  () => import('./screens/webhooks/webhook-form.tsx'),
];

function screen<Path extends string>(
  path: Path,
  load: () => Promise<Record<string, React.ComponentType>>,
  name: string,
) {
  loads.push(load);
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, name),
  });
}

const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: First }),
  screen('/today', () => import('./screens/today.tsx'), 'Today'),
  screen('/review', () => import('./screens/review/queue.tsx'), 'Queue'),
  screen('/review/$id', () => import('./screens/review/hit.tsx'), 'HitScreen'),
  screen('/cases', () => import('./screens/cases/cases.tsx'), 'Cases'),
  screen('/cases/$id', () => import('./screens/cases/case.tsx'), 'CaseScreen'),
  screen('/search', () => import('./screens/search/search.tsx'), 'Search'),
  screen('/search/$id', () => import('./screens/search/screening.tsx'), 'ScreeningScreen'),
  screen('/files', () => import('./screens/search/files.tsx'), 'Files'),
  screen('/subjects/$id', () => import('./screens/subject.tsx'), 'SubjectScreen'),
  screen('/verifications', () => import('./screens/identity/verifications.tsx'), 'Verifications'),
  screen(
    '/verifications/$id',
    () => import('./screens/identity/verification.tsx'),
    'VerificationScreen',
  ),
  screen('/event-types', () => import('./screens/webhooks/event-types.tsx'), 'EventTypes'),
  screen('/threads', () => import('./screens/threads/threads.tsx'), 'Threads'),
  screen('/threads/$id', () => import('./screens/threads/thread.tsx'), 'ThreadScreen'),
  screen('/permissions', () => import('./screens/permissions/permissions.tsx'), 'Permissions'),
  screen('/lists', () => import('./screens/lists/lists.tsx'), 'Lists'),
  screen('/lists/$id', () => import('./screens/lists/list.tsx'), 'OwnList'),
  screen('/webhooks', () => import('./screens/webhooks/webhooks.tsx'), 'Webhooks'),
  screen('/webhooks/$id', () => import('./screens/webhooks/webhook.tsx'), 'WebhookScreen'),
  screen('/approvals', () => import('./screens/people/approvals.tsx'), 'Approvals'),
  screen('/members', () => import('./screens/people/members.tsx'), 'Members'),
  screen('/keys', () => import('./screens/people/keys.tsx'), 'Keys'),
  screen('/audit', () => import('./screens/people/audit.tsx'), 'Audit'),
  screen('/invoices', () => import('./screens/money/invoices.tsx'), 'Invoices'),
  screen('/invoices/$id', () => import('./screens/money/invoice.tsx'), 'InvoiceScreen'),
  screen('/exports', () => import('./screens/money/exports.tsx'), 'Exports'),
  screen('/organizations', () => import('./screens/operators/organizations.tsx'), 'Organizations'),
  screen('/global-lists', () => import('./screens/operators/global-lists.tsx'), 'GlobalLists'),
  screen(
    '/global-lists/$id',
    () => import('./screens/operators/global-list.tsx'),
    'GlobalListScreen',
  ),
  screen('/providers', () => import('./screens/operators/providers.tsx'), 'Providers'),
  screen('/system', () => import('./screens/operators/system.tsx'), 'System'),
  screen(
    '/platform-approvals',
    () => import('./screens/operators/platform-approvals.tsx'),
    'PlatformApprovals',
  ),
  screen(
    '/platform-audit',
    () => import('./screens/operators/platform-audit.tsx'),
    'PlatformAudit',
  ),
  screen('/usage', () => import('./screens/money/usage.tsx'), 'Usage'),
]);

export const router = createRouter({ routeTree: routes, basepath: `${PREFIX}/console` });

/** Loads the code that the first view did not need, so that other screens open without the network. */
export async function loadRest(): Promise<void> {
  for (const load of loads) await load();
}
