import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { figuresOf } from '../../queries/webhooks.ts';

const FiguresShown = lazy(async () => ({
  default: (await import('./figures-shown.tsx')).FiguresShown,
}));

/** Success and latency of a webhook over 30 days, once it has attempts. */
export function Figures({ id }: { id: string }): ReactNode {
  const { data } = useQuery(figuresOf(id));
  if (!data || data.total.attempts === 0) return null;
  return (
    <Suspense>
      <FiguresShown data={data} />
    </Suspense>
  );
}
