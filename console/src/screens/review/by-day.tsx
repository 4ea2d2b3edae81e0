import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { DayPlots } from '../../parts/day-plots.tsx';
import { t } from '../../texts/screens/today.ts';

/** Hits of the last 30 days by their current state, if there were any. */
export function ByDay({
  hits: { days },
}: {
  hits: Operations['countHitsByDay']['data'];
}): ReactNode {
  const isEmpty = days.every(
    (day) => day.open + day.trueMatch + day.falsePositive + day.closed === 0,
  );
  if (isEmpty) return null;
  return (
    <section className="stack-close" aria-label={t('today.hitsByDay')}>
      <h2>{t('today.hitsByDay')}</h2>
      <DayPlots
        days={days.map(({ day }) => day)}
        rows={days}
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
