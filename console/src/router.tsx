import { createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { useMe } from './data/me.ts';
import { SCREENS } from './declared/screens.ts';
import { root } from './screen.tsx';
import { sectionsFor } from './sections.ts';
import { t } from './texts/text.ts';
import { PREFIX } from './data/prefix.ts';

/** The first screen that a person may see. */
function First() {
  const { data } = useMe();
  const [first] = data ? sectionsFor(data) : [];
  return first ? <Navigate to={first.path} replace /> : <p>{t('error.forbidden')}</p>;
}

const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: First }),
  ...SCREENS,
]);

export const router = createRouter({ routeTree: routes, basepath: `${PREFIX}/console` });
