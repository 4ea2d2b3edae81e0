import '../style/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../data/query.ts';
import { answer } from './answers.ts';
import { FORMS } from './forms.tsx';
import { INPUTS } from './inputs.tsx';
import { LISTS } from './lists.tsx';
import { SHOWN } from './shown.tsx';
import { Tokens } from './tokens.tsx';

/** The page of `npx vite`, at /console/development.html: the tokens of the style, and every part of src/parts in
 * every state, without a service. */
function Parts(): ReactNode {
  return (
    <main className="main stack" style={{ padding: '1rem' }}>
      <h1>Parts of the console</h1>
      <Tokens />
      {[...SHOWN, ...INPUTS, ...FORMS, ...LISTS].map(({ part, states }) => (
        <section key={part} className="panel stack" aria-label={part} data-part={part}>
          <h2>{part}</h2>
          {Object.entries(states).map(([state, shown]) => (
            <div key={state} className="stack-close">
              <h3 className="small quiet">{state}</h3>
              <div>{shown}</div>
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}

globalThis.fetch = answer;
const router = createRouter({
  routeTree: createRootRoute({ component: Parts, notFoundComponent: Parts }),
  history: createMemoryHistory(),
});
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
