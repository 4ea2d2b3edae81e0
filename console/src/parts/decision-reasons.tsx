import type { ReactNode } from 'react';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { t } from '../texts/screens/decisions.ts';
import { Person } from './person.tsx';
import { ReasonText } from './reason-text.tsx';
import { COLON } from '../texts/text.ts';

type Made = Operations['getHit']['data']['decisions'][number];

/** The reason for a decision, and the reason of the person who requested a second person. */
export function DecisionReasons({
  reason,
  reasonCode,
  approval,
}: {
  reason: Made['reason'];
  reasonCode?: Made['reasonCode'];
  approval?: Made['approval'] | undefined;
}): ReactNode {
  return (
    <>
      <p className="written">
        <span className="quiet">{t('hit.reasonGiven')}</span>{' '}
        <ReasonText reason={reason} reasonCode={reasonCode} />
      </p>
      {approval && (
        <p className="written">
          <span className="quiet">{t('hit.askedBy')}</span> <Person id={approval.askedBy.id} />
          {COLON} <ReasonText reason={approval.reason} reasonCode={approval.reasonCode} />
        </p>
      )}
    </>
  );
}
