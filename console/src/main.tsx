import './style/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './data/query.ts';
import { ME } from './queries/session.ts';
import { loadRest, router } from './router.tsx';
import { dropSecondPresses } from './second-presses.ts';

// A page that the back button brings back is read anew: its session may have ended, or be that of somebody else.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  document.documentElement.hidden = true;
  location.reload();
});

// Before anything on the page sees a press.
dropSecondPresses();

// Asked before anything is made, as nothing is shown without it.
void queryClient.prefetchQuery(ME);

const REST_AFTER_MS = 1000;
// A screen that could not be loaded now is loaded when somebody goes there.
setTimeout(() => void loadRest().catch(() => {}), REST_AFTER_MS);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
