import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead, useMe } from '../../data/me.ts';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { CLAIMED_CASES } from '../../queries/cases.ts';
import { t } from '../../texts/screens/review.ts';

/** The person or key that has claimed a case of the customer of a hit. */
export function ClaimOf({ subjectId }: { subjectId: string }): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery({
    ...CLAIMED_CASES,
    enabled: me !== undefined && mayRead(me, 'cases:manage'),
  });
  const claim = data?.items.find((each) => each.subjectId === subjectId)?.claim;
  if (!claim) return '–';
  return (
    <>
      <Person id={claim.by.id} /> {t('queue.until')} <Time at={claim.until} />
    </>
  );
}
