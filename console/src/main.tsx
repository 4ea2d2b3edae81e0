import './style/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { begun } from './data/later.ts';
import { queryClient } from './data/query.ts';
import { applySettings } from './data/settings.ts';
import { ME } from './queries/session.ts';
import { router } from './router.tsx';
import { loadRest } from './screen.tsx';
import { language } from './texts/text.ts';
import { dropSecondPresses } from './second-presses.ts';

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
