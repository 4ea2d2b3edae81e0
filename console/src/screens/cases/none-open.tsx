import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NEWEST_CASE } from '../../queries/cases.ts';
import { t } from '../../texts/screens/cases.ts';

/** The message without open cases, with the way to the closed or snoozed ones if there are any. */
export function NoneOpen(): ReactNode {
  const { data, isPending } = useQuery(NEWEST_CASE);
  if (isPending) return <span className="skeleton" />;
  if (!data?.items.length) return t('cases.empty');
  return (
    <>
      {t('cases.noneOpen')}{' '}
      <Link to="/cases" search={{ view: 'closed' } as object}>
        {t('cases.showClosed')}
      </Link>
    </>
  );
}
