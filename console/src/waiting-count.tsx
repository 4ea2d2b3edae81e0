import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { WAITING } from './queries/approvals.ts';
import { t, totalText } from './texts/text.ts';

/** The number of requests that wait for a second person, in the navigation. */
export function WaitingCount(): ReactNode {
  const { data } = useQuery(WAITING);
  if (!data || data.total === 0) return null;
  return (
    <span className="count" title={t('app.waiting')}>
      {totalText(data)}
    </span>
  );
}
