import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { mayRead, useMe } from '../../data/me.ts';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/review.ts';
import { untilEnd } from '../cases/claim-end.ts';

/** Claims that are shown. They last a quarter of an hour: there are hardly more. */
const SHOWN = 100;

/** The person or key that has claimed a case of a hit's customer, so that nobody else begins on it. */
export function ClaimOf({ subjectId }: { subjectId: string }): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery({
    enabled: me !== undefined && mayRead(me, 'cases:manage'),
    queryKey: ['cases', 'claimed'],
    queryFn: ({ signal }) => api.cases.list({ claimed: true, limit: SHOWN }, { signal }),
    refetchInterval: ({ state }) => untilEnd(state.data?.items.map(({ claim }) => claim) ?? []),
  });
  const claim = data?.items.find((each) => each.subjectId === subjectId)?.claim;
  if (!claim) return '–';
  return (
    <>
      <Person id={claim.by.id} /> {t('queue.until')} <Time at={claim.until} />
    </>
  );
}
