import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { mayOperate, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { globalListWith } from '../../queries/operators.ts';
import { t } from '../../texts/screens/refused.ts';
import { Harm } from './harm.tsx';

type Request = Operations['listPlatformApprovals']['data']['items'][number];

const STALE = [['platform approvals'], ['global list'], ['global lists']] as const;

/** The buttons that answer a request: its author withdraws it, another operator accepts the file or rejects the request. */
export function RequestActions({
  request,
  isVoid,
  onTake,
}: {
  request: Request;
  /** True if the file of the request is no longer the last rejected one. */
  isVoid: boolean;
  onTake: () => void;
}): ReactNode {
  const { data: me } = useMe();
  const [isRejecting, setRejecting] = useState(false);
  if (!me || !mayOperate(me)) return null;
  const isOwn = request.askedBy.id === me.id;
  const reject = t(isOwn ? 'refused.back' : 'refused.reject');
  return (
    <>
      {!isOwn && !isVoid && (
        <PlainButton aria-label={`${t('refused.take')}: ${request.objectId}`} onPress={onTake}>
          {t('refused.take')}
        </PlainButton>
      )}{' '}
      <PlainButton aria-label={`${reject}: ${request.objectId}`} onPress={() => setRejecting(true)}>
        {reject}
      </PlainButton>
      {isRejecting && (
        <Confirm
          title={reject}
          text={t('refused.endWhy')}
          run={() => api.approvals.rejectPlatform({ id: request.id })}
          stale={STALE}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

/** The question before the file of a list is accepted. It stays open if another operator answers the request. */
export function TakeFile({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { data, isError, error } = useQuery(globalListWith(id));
  const file = data?.origin?.refused;
  return (
    <Confirm
      title={t('refused.take')}
      text={t('refused.takeWhy')}
      run={() => api.administration.refreshGlobalList({ id, body: { allowShrink: true } })}
      stale={STALE}
      onClose={onClose}
    >
      {isError && <Problem error={error} />}
      {!data && !isError && <span className="skeleton" />}
      {file && <Harm file={file} />}
    </Confirm>
  );
}
