import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DayPlots } from '../../parts/day-plots.tsx';
import { VERIFICATIONS_BY_DAY } from '../../queries/identity.ts';
import { t } from '../../texts/screens/identity.ts';

/** The verifications of the last 30 days by outcome, if there are any. */
export function ByDay(): ReactNode {
  const { data } = useQuery(VERIFICATIONS_BY_DAY);
  const isEmpty = data?.days.every((day) => day.verified + day.failed + day.providerDown === 0);
  if (!data || isEmpty) return null;
  return (
    <DayPlots
      days={data.days.map(({ day }) => day)}
      rows={data.days}
      series={[
        ['verified', t('verifications.verified')],
        ['failed', t('verifications.failed')],
        ['providerDown', t('verifications.providerDown')],
      ]}
    />
  );
}
