import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useMe } from '../../data/me.ts';
import { DecisionReasons } from '../../parts/decision-reasons.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/problem.tsx';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { hitWith } from '../../queries/review.ts';
import { t } from '../../texts/screens/hit.ts';
import { verdictText } from './decision.ts';
import { foundText } from './found.ts';
import './hit.css';

type Decisions = Operations['getHit']['data']['decisions'];

/** The decisions on a hit, newest first, each with the reason of the person and the findings of the machine. */
export function DecisionsMade({ decisions }: { decisions: Decisions }): ReactNode {
  const { data: me } = useMe();
  if (decisions.length === 0) return <p className="quiet">{t('hit.noHistory')}</p>;
  return (
    <ol className="stack-close">
      {decisions.map(({ id, decision, reason, reasonCode, approval, findings, ...made }) => (
        <li key={id}>
          {t('hit.by', { verdict: verdictText(decision) })}{' '}
          {made.decidedBy === null ? '–' : <Person id={made.decidedBy} />}
          {made.decidedBy === me?.id && (
            <>
              <span className="no-print"> {t('hit.you')}</span>
              {me?.email && <span className="only-print"> ({me.email})</span>}
            </>
          )}
          {made.onBehalfOf && (
            <>
              {' '}
              (<Foreign text={made.onBehalfOf} />)
            </>
          )}{' '}
          <span className="quiet small">
            <Time at={made.decidedAt} />
          </span>
          <DecisionReasons reason={reason} reasonCode={reasonCode} approval={approval} />
          {findings && <p className="small quiet">{foundText(findings)}</p>}
        </li>
      ))}
    </ol>
  );
}

/** The decisions on the hit with this id. */
export function DecisionsOf({ id }: { id: string }): ReactNode {
  const query = useQuery(hitWith(id));
  return <One query={query}>{({ decisions }) => <DecisionsMade decisions={decisions} />}</One>;
}
