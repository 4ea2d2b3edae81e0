import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead } from '../../data/me.ts';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { someCases, untilEnd } from '../../queries/cases.ts';
import type { Me } from '../../queries/session.ts';
import { t } from '../../texts/screens/question.ts';

/** Names another person or key that has claimed a case of a hit: only they can decide it, unless the case is taken over. */
export function ClaimNotice({ hitId, me }: { hitId: string; me: Me }): ReactNode {
  const { data } = useQuery({
    ...someCases({ itemId: hitId }),
    enabled: mayRead(me, 'cases:manage'),
    refetchInterval: ({ state }) => untilEnd(state.data?.items.map(({ claim }) => claim) ?? []),
  });
  const held = data?.items.find(({ claim }) => claim && claim.by.id !== me.id);
  if (!held?.claim) return null;
  return (
    <p className="notice warn" role="note">
      {t('question.claimed')} <Person id={held.claim.by.id} /> {t('question.until')}{' '}
      <Time at={held.claim.until} />.{' '}
      <Link to="/cases/$id" params={{ id: held.id }}>
        {t('question.takeOver')}
      </Link>
    </p>
  );
}
