import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead, useMe } from '../../data/me.ts';
import { Person } from '../../parts/person.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Time } from '../../parts/time.tsx';
import { refusedAbout } from '../../queries/approvals.ts';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t } from '../../texts/screens/question.ts';
import { COLON } from '../../texts/text.ts';

/** The requests about a hit that were refused or withdrawn, each with the reasons of both people. */
export function RefusedRequests({ hitId }: { hitId: string }): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery({
    ...refusedAbout(hitId),
    enabled: me !== undefined && mayRead(me, 'approvals:request'),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <ol className="stack-close">
      {data.items.map(({ id, askedBy, answeredBy, answeredAt, answerReason, ...asked }) => (
        <li key={id}>
          {t(answeredBy?.id === askedBy.id ? 'request.withdrawn' : 'request.refused')}{' '}
          {answeredBy && <Person id={answeredBy.id} />}{' '}
          <span className="quiet small">{answeredAt && <Time at={answeredAt} />}</span>
          <p className="written">
            <span className="quiet">{decisionsText('hit.reasonGiven')}</span>{' '}
            <ReasonText reason={answerReason} />
          </p>
          <p className="written">
            <span className="quiet">{decisionsText('hit.askedBy')}</span> <Person id={askedBy.id} />
            {COLON} <ReasonText reason={asked.reason} reasonCode={asked.reasonCode} />
          </p>
        </li>
      ))}
    </ol>
  );
}
