import { useState, type ReactNode } from 'react';
import { api } from '../data/client.ts';
import type { Approval } from '../queries/approvals.ts';
import { t } from '../texts/screens/approvals.ts';
import { ActionName } from './action.tsx';
import { Confirm } from './confirm.tsx';
import { Field } from './field.tsx';
import { IdLink } from './person.tsx';

/** The question before a request to a second person ends: withdrawn by its requester, or refused with a reason. */
export function RefuseRequest({
  approval: { id, action, objectId },
  isOwn,
  onClose,
}: {
  approval: Pick<Approval, 'id' | 'action' | 'objectId'>;
  isOwn: boolean;
  onClose: () => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <Confirm
      title={t(isOwn ? 'approvals.withdraw' : 'approvals.reject')}
      text={
        <>
          <ActionName action={action} /> <IdLink id={objectId} /> {t('approvals.rejectWhy')}
        </>
      }
      run={() => api.approvals.reject({ id, ...(given && { body: { reason: given } }) })}
      stale={[['approvals'], ['waiting requests'], ['work']]}
      isReady={isOwn || given !== ''}
      onClose={onClose}
    >
      <Field
        label={t(isOwn ? 'approvals.reasonOfWithdrawal' : 'approvals.reasonOfRefusal')}
        value={reason}
        onChange={setReason}
        autoFocus
      />
    </Confirm>
  );
}
