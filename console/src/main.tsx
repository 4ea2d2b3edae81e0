import './style/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { begun } from './parts/later.tsx';
import { queryClient } from './data/query.ts';
import { applySettings } from './data/settings.ts';
import { ME } from './queries/session.ts';
import { loadRest, root } from './screen.tsx';
import { language, t } from './texts/text.ts';
import { dropSecondPresses } from './second-presses.ts';
import { useMe } from './data/me.ts';
import { SCREENS } from './declared/screens.ts';
import { sectionsFor } from './sections.ts';
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

const router = createRouter({ routeTree: routes, basepath: `${PREFIX}/console` });

// The back button can restore a page whose session has ended or belongs to another person, so it loads again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  document.documentElement.hidden = true;
  location.reload();
});

applySettings();
document.documentElement.lang = language;

// Added before any other listener of presses.
dropSecondPresses();

// Requested first, because every screen needs it.
void queryClient.prefetchQuery(ME);

const REST_AFTER_MS = 1000;
// A screen that fails to load here loads when a person opens it.
setTimeout(() => {
  void loadRest().catch(() => {});
  begun.resolve();
  void import('./keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => {});
}, REST_AFTER_MS);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
