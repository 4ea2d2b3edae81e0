import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { mayChange } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { RefuseRequest } from '../../parts/refuse-request.tsx';
import { hitsOfRequest, useWaitingRequests } from '../../queries/approvals.ts';
import type { Me } from '../../queries/session.ts';
import { numberText } from '../../texts/text.ts';
import { t as requestsText } from '../../texts/screens/approvals.ts';
import { t } from '../../texts/screens/question.ts';
import { RequestReason } from './request-reason.tsx';

/** The request that waits for a second person about a hit: its reason, and the buttons that answer it. */
export function WaitingRequest({
  hit,
  me,
  onApprove,
}: {
  hit: Pick<Operations['getHit']['data'], 'id'>;
  me: Me;
  onApprove: () => void;
}): ReactNode {
  const { data } = useWaitingRequests();
  const [isRefusing, setRefusing] = useState(false);
  const request = data?.byHit[hit.id];
  if (!request) return null;
  const isOwn = request.askedBy.id === me.id;
  const count = hitsOfRequest(request).length;
  const isAlone = request.detail['hits'] === undefined;
  return (
    <div className="notice warn">
      <div className="stack-close">
        <Badge tone="warn">{t('request.title')}</Badge>
        <RequestReason request={request} />
        {isOwn && <p>{t('request.own')}</p>}
        {!isAlone && <p>{t('request.together', { count: numberText(count) })}</p>}
        {mayChange(me, 'approvals:request') && (
          <div className="toolbar">
            {!isOwn && isAlone && (
              <PlainButton look="primary" onPress={onApprove}>
                {t('request.approve')}
              </PlainButton>
            )}
            <PlainButton onPress={() => setRefusing(true)}>
              {requestsText(isOwn ? 'approvals.withdraw' : 'approvals.reject')}
            </PlainButton>
          </div>
        )}
        {isRefusing && (
          <RefuseRequest approval={request} isOwn={isOwn} onClose={() => setRefusing(false)} />
        )}
      </div>
    </div>
  );
}
