import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { api } from '../../data/client.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

const FiguresShown = lazy(async () => ({
  default: (await import('./figures-shown.tsx')).FiguresShown,
}));

/** Success and latency of a webhook over 30 days, once there were attempts. */
export function Figures({ id }: { id: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['webhook figures', id],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - DAYS * DAY_MS).toISOString();
      return api.webhookDeliveries.getStats({ id, from, bucket: 'day' }, { signal });
    },
  });
  if (!data || data.total.attempts === 0) return null;
  return (
    <Suspense>
      <FiguresShown data={data} />
    </Suspense>
  );
}
