import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { Problem } from './problem.tsx';

/** A page about one object. It keeps its content if a later read fails. */
export function One<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return <Problem error={query.error} isPage retry={() => void query.refetch()} />;
  return (
    <h1>
      <span className="skeleton" />
      <span className="hidden-text">{t('app.loading')}</span>
    </h1>
  );
}
