import type { ReactNode } from 'react';
import { Facts } from '../../parts/facts.tsx';
import { Person } from '../../parts/person.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Time } from '../../parts/time.tsx';
import type { Approval } from '../../queries/approvals.ts';
import { t } from '../../texts/screens/question.ts';

/** The first person of a request, their reason, and until when the request is open. */
export function RequestReason({ request }: { request: Approval }): ReactNode {
  const { askedBy, askedAt, expiresAt, reason, reasonCode } = request;
  return (
    <Facts
      rows={[
        [
          t('request.by'),
          <>
            <Person id={askedBy.id} />{' '}
            <span className="quiet small">
              <Time at={askedAt} />
            </span>
          </>,
        ],
        [t('request.reason'), <ReasonText key="reason" reason={reason} reasonCode={reasonCode} />],
        [t('request.until'), <Time key="until" at={expiresAt} />],
      ]}
    />
  );
}
