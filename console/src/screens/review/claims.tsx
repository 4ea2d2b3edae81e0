import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead, useMe } from '../../data/me.ts';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { CLAIMED_CASES } from '../../queries/cases.ts';
import type { Hit } from '../../queries/review.ts';
import { t } from '../../texts/screens/review.ts';

/** The assignee of a hit, and the person or key that has claimed a case of its customer. */
export function WorkedBy({
  hit: { subjectId, assignee },
}: {
  hit: Pick<Hit, 'subjectId' | 'assignee'>;
}): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery({
    ...CLAIMED_CASES,
    enabled: me !== undefined && mayRead(me, 'cases:manage'),
  });
  const claim = data?.items.find((each) => each.subjectId === subjectId)?.claim;
  if (!claim) return assignee ? <Person id={assignee} /> : '–';
  return (
    <>
      {assignee && assignee !== claim.by.id && (
        <>
          <Person id={assignee} />,{' '}
        </>
      )}
      <Person id={claim.by.id} /> {t('queue.until')} <Time at={claim.until} />
    </>
  );
}
