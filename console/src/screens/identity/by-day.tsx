import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { DayPlots } from '../../parts/day-plots.tsx';
import { t } from '../../texts/screens/identity.ts';

/** Verifications of the last 30 days by outcome, once there were any. */
export function ByDay(): ReactNode {
  const { data } = useQuery({
    queryKey: ['verifications', 'by day'],
    queryFn: ({ signal }) => api.identity.countVerificationsByDay({}, { signal }),
  });
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
