import { createRootRoute, createRoute, lazyRouteComponent, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from './data/title.ts';
import { Shell } from './shell.tsx';
import { t } from './texts/text.ts';

function NotFound(): ReactNode {
  useTitle(t('app.notFound'));
  return (
    <div className="stack">
      <h1>{t('app.notFound')}</h1>
      <p>
        <Link to="/">{t('app.first')}</Link>
      </p>
    </div>
  );
}

/** The route that contains all screens. */
export const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
});

const loads: (() => Promise<unknown>)[] = [
  () => import('./palette.tsx'),
  () => import('./end-of-session.tsx'),
  () => import('./data/transfer.ts'),
  () => import('./parts/draw.ts'),
  () => import('./parts/keys-help.tsx'),
  () => import('./parts/settings-form.tsx'),
  () => import('./parts/unreachable.tsx'),
  () => import('./screens/review/decisions-made.tsx'),
  () => import('./screens/cases/compared.tsx'),
  () => import('./screens/cases/files.tsx'),
  () => import('./screens/cases/handle.tsx'),
  () => import('./screens/cases/history.tsx'),
  () => import('./screens/cases/new-case.tsx'),
  () => import('./screens/cases/rule.tsx'),
  () => import('./screens/customers/actions.tsx'),
  () => import('./screens/identity/consent-settings.tsx'),
  () => import('./screens/customers/enrol.tsx'),
  () => import('./screens/customers/others.tsx'),
  () => import('./screens/cases/decide.tsx'),
  () => import('./screens/money/new-export.tsx'),
  () => import('./screens/review/decide-hit.tsx'),
  () => import('./screens/review/many.tsx'),
  () => import('./screens/review/question.tsx'),
  () => import('./screens/review/refused.tsx'),
  () => import('./screens/review/to-case.ts'),
  () => import('./screens/search/choose-case.tsx'),
  () => import('./screens/webhooks/attempts.tsx'),
  () => import('./screens/webhooks/figures-shown.tsx'),
  () => import('./screens/webhooks/receivers.tsx'),
  () => import('./screens/webhooks/rotate.tsx'),
  () => import('./screens/webhooks/webhook-form.tsx'),
];

/** Returns the route of a screen, which is loaded when a person opens it. */
export function screen<Path extends string>(
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

/** Loads the code that the first view did not need, so that other screens open without the network. */
export async function loadRest(): Promise<void> {
  const [palette, ...rest] = loads;
  await palette!();
  for (const load of rest) await load();
}
