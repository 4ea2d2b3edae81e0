import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { DayPlots } from '../../parts/day-plots.tsx';
import { t } from '../../texts/text.ts';

/** Hits of the last 30 days by their present state, once there were any. */
export function ByDay(): ReactNode {
  const { data } = useQuery({
    queryKey: ['today', 'hits by day'],
    queryFn: ({ signal }) => api.continuousScreening.countHitsByDay({}, { signal }),
  });
  const isEmpty = data?.days.every(
    (day) => day.open + day.trueMatch + day.falsePositive + day.closed === 0,
  );
  if (!data || isEmpty) return null;
  return (
    <section className="stack-close" aria-label={t('today.hitsByDay')}>
      <h2>{t('today.hitsByDay')}</h2>
      <DayPlots
        days={data.days.map(({ day }) => day)}
        rows={data.days}
        series={[
          ['open', t('today.open')],
          ['trueMatch', t('today.trueMatches')],
          ['falsePositive', t('today.falsePositives')],
          ['closed', t('today.closed')],
        ]}
      />
    </section>
  );
}
