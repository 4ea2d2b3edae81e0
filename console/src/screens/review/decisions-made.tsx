import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useMe } from '../../data/me.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/review.ts';
import { verdictText } from './decision.ts';
import { foundText } from './found.ts';

type Decisions = Operations['getHit']['data']['decisions'];

/** The decisions on a hit, newest first: the reason that a person gave, and apart from it the findings of the machine. */
export function DecisionsMade({ decisions }: { decisions: Decisions }): ReactNode {
  const { data: me } = useMe();
  if (decisions.length === 0) return <p className="quiet">{t('hit.noHistory')}</p>;
  return (
    <ol className="stack-close">
      {decisions.map(({ id, decision, reason, findings, decidedBy, onBehalfOf, decidedAt }) => (
        <li key={id}>
          {t('hit.by', { verdict: verdictText(decision) })}{' '}
          {decidedBy === null ? '–' : <Person id={decidedBy} />}
          {decidedBy === me?.id && ` ${t('hit.you')}`}
          {onBehalfOf && (
            <>
              {' '}
              (<Foreign text={onBehalfOf} />)
            </>
          )}{' '}
          <span className="quiet small">
            <Time at={decidedAt} />
          </span>
          <p className="written">
            <span className="quiet">{t('hit.reasonGiven')}</span>{' '}
            {reason ? <Foreign text={reason} /> : t('hit.noReason')}
          </p>
          {findings && <p className="small quiet">{foundText(findings)}</p>}
        </li>
      ))}
    </ol>
  );
}

/** The decisions on the hit with this id. */
export function DecisionsOf({ id }: { id: string }): ReactNode {
  const query = useQuery({
    queryKey: ['hit', id],
    queryFn: ({ signal }) => api.continuousScreening.getHit({ id }, { signal }),
  });
  return <One query={query}>{({ decisions }) => <DecisionsMade decisions={decisions} />}</One>;
}
