import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { DayPlots } from '../../parts/day-plots.tsx';
import { t } from '../../texts/screens/today.ts';

/** The states of hits. */
const SERIES = [
  ['open', t('today.open')],
  ['trueMatch', t('today.trueMatches')],
  ['falsePositive', t('today.falsePositives')],
  ['closed', t('today.closed')],
] as const;

/** The number of days with hits from which a plot shows more than one bar. */
const LEAST_DAYS = 2;

/** Hits of the last 30 days by their current state, for the states that any of them has. */
export function ByDay({
  hits: { days },
}: {
  hits: Operations['countHitsByDay']['data'];
}): ReactNode {
  const series = SERIES.filter(([state]) => days.some((day) => day[state] > 0));
  const found = days.filter((day) => series.some(([state]) => day[state] > 0));
  if (found.length < LEAST_DAYS) return null;
  return (
    <section className="stack-close" aria-label={t('today.hitsByDay')}>
      <h2>{t('today.hitsByDay')}</h2>
      <DayPlots days={days.map(({ day }) => day)} rows={days} series={series} />
    </section>
  );
}
