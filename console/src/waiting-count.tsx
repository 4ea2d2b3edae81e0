import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../clients/typescript/src/index.ts';
import { WAITING_DEAD_LETTERS } from './queries/operators.ts';
import { MOST_WORK, WORK } from './queries/review.ts';
import { decidedSince, useDecisions } from './screens/review/pending.ts';
import { countText, t } from './texts/screens/work.ts';

type Work = Operations['getWork']['data'];

const COUNTS: Record<string, { of: (work: Work) => number | undefined; title: string }> = {
  '/review': { of: ({ openHits }) => openHits ?? undefined, title: t('work.openHits') },
  '/cases': { of: ({ cases }) => cases?.mine, title: t('work.mine') },
  '/approvals': { of: ({ approvals }) => approvals ?? undefined, title: t('work.approvals') },
};

/** The count of what waits for the person on a screen, in the navigation. */
export function WaitingCount({ path }: { path: string }): ReactNode {
  return path === '/providers' ? <DeadLetters /> : <WorkCount path={path} />;
}

function WorkCount({ path }: { path: string }): ReactNode {
  const { data, dataUpdatedAt } = useQuery(WORK);
  const decided = decidedSince(useDecisions(), dataUpdatedAt);
  const { of, title } = COUNTS[path]!;
  const count = data && of(data);
  // The queue shows no row that was decided here, so its count is one less until the decision is taken back.
  const isShort = path === '/review' && count !== undefined && count < MOST_WORK;
  return <Count count={isShort ? Math.max(0, count - decided) : count} title={title} />;
}

function DeadLetters(): ReactNode {
  const { data } = useQuery(WAITING_DEAD_LETTERS);
  return <Count count={data?.total} title={t('work.deadLetters')} />;
}

function Count({ count, title }: { count: number | undefined; title: string }): ReactNode {
  if (!count) return null;
  return (
    <span className="count" title={title}>
      {countText(count)}
    </span>
  );
}
