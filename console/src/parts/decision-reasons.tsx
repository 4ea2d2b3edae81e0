import type { ReactNode } from 'react';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { t } from '../texts/screens/decisions.ts';
import { Foreign } from './foreign.tsx';
import { Person } from './person.tsx';

type Made = Operations['getHit']['data']['decisions'][number];

/** The reason for a decision, and the reason of the person who requested a second person. */
export function DecisionReasons({
  reason,
  approval,
}: {
  reason: Made['reason'];
  approval?: Made['approval'] | undefined;
}): ReactNode {
  return (
    <>
      <p className="written">
        <span className="quiet">{t('hit.reasonGiven')}</span>{' '}
        {reason ? <Foreign text={reason} /> : t('hit.noReason')}
      </p>
      {approval && (
        <p className="written">
          <span className="quiet">{t('hit.askedBy')}</span> <Person id={approval.askedBy.id} />:{' '}
          {approval.reason ? <Foreign text={approval.reason} /> : t('hit.noReason')}
        </p>
      )}
    </>
  );
}
