import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { Person } from '../../parts/person.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import type { Case } from '../../queries/case.ts';
import { t } from '../../texts/screens/cases.ts';

/** The person who works on a case, and the buttons that claim and release it. */
export function Claim({ data, mayEdit }: { data: Case; mayEdit: boolean }): ReactNode {
  const { id, claim } = data;
  const { data: me } = useMe();
  const stale = [['case', { id }], ['cases']] as const;
  const claimed = useChange(() => api.cases.claim({ id }), stale);
  const released = useChange(() => api.cases.release({ id }), stale);
  const isMine = claim !== null && claim.by.id === me?.id;
  const failure = claimed.error ?? released.error;
  return (
    <section className="toolbar no-print" aria-label={t('cases.claim')}>
      <span role="status">
        {claim === null ? (
          t('cases.unassigned')
        ) : (
          <>
            {t('cases.claimed')} <Person id={claim.by.id} /> {t('cases.until')}{' '}
            <Time at={claim.until} />
          </>
        )}
      </span>
      {mayEdit && (claim === null || isMine) && (
        <PlainButton onPress={() => claimed.mutate()} isDisabled={claimed.isPending}>
          {t(isMine ? 'cases.renew' : 'cases.claim')}
        </PlainButton>
      )}
      {mayEdit && isMine && (
        <PlainButton onPress={() => released.mutate()} isDisabled={released.isPending}>
          {t('cases.release')}
        </PlainButton>
      )}
      {mayEdit && claim !== null && !isMine && <TakeOver id={id} />}
      {failure && <Problem error={failure} />}
    </section>
  );
}

/** The form that takes over a case that another person has claimed. */
function TakeOver({ id }: { id: string }): ReactNode {
  const [reason, setReason] = useState('');
  const taken = useChange(
    () => api.cases.takeOver({ id, body: { reason } }),
    [['case', { id }], ['cases']],
  );
  return (
    <InlineForm
      sending={taken}
      save={t('cases.takeOver')}
      isReady={reason.trim() !== ''}
      label={t('cases.takeOver')}
    >
      <Field label={t('cases.takeOverReason')} value={reason} onChange={setReason} />
    </InlineForm>
  );
}
