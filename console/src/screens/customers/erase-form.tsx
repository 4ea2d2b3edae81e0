import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { changeOrAsk } from '../../data/change.ts';
import { saveText } from '../../data/transfer.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { erasureOf } from '../../queries/customers.ts';
import { t } from '../../texts/screens/customers.ts';
import { PURPOSES, type Purpose } from '../identity/reveal-form.tsx';
import { SENTENCE } from '../review/given.ts';

type Erasure = Operations['getSubjectErasure']['data'];
type Receipt = NonNullable<Erasure['receipt']>;

/** Erases a customer, or asks a second person to. */
function eraseOrAsk(subjectId: string, body: { reasonCode: Purpose; reason: string }) {
  const asked = { action: 'subject.erase', objectId: subjectId, reason: body.reason } as const;
  return changeOrAsk(
    () => api.subjects.erase({ subjectId, body }),
    () => api.approvals.request({ body: asked }),
  );
}

function Rows({ title, rows }: { title: string; rows: Receipt['erased' | 'kept'] }): ReactNode {
  return (
    <section className="stack-close">
      <h3>{title}</h3>
      <ul>
        {rows.map(({ table, data, count, ...more }) => (
          <li key={table}>
            {t('erase.row', { count, data: data.join(', ') })}
            {'reason' in more && <span className="quiet"> {more.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The receipt of an erasure, once it is done. */
export function ErasureReceipt({ erasure }: { erasure: Erasure }): ReactNode {
  const { id, status, receipt } = erasure;
  if (!receipt) return <p role="status">{t(status === 'held' ? 'erase.held' : 'erase.running')}</p>;
  return (
    <div className="stack">
      <p role="status">{t('erase.done')}</p>
      <Rows title={t('erase.erased')} rows={receipt.erased} />
      <Rows title={t('erase.kept')} rows={receipt.kept} />
      <div className="toolbar">
        <PlainButton
          onPress={() => saveText(`${id}.json`, `${JSON.stringify(receipt, undefined, 2)}\n`)}
        >
          {t('erase.save')}
        </PlainButton>
      </div>
    </div>
  );
}

function Progress({
  subjectId,
  id,
  onClose,
}: {
  subjectId: string;
  id: string;
  onClose: () => void;
}): ReactNode {
  const { data, error } = useQuery(erasureOf(subjectId, id));
  return (
    <Window title={t('erase.title')} isOpen onClose={onClose}>
      {error && <Problem error={error} />}
      {data && <ErasureReceipt erasure={data} />}
      <div className="toolbar">
        <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>
      </div>
    </Window>
  );
}

/** The question before an erasure, and then its receipt. */
export function EraseForm({
  subjectId,
  onClose,
}: {
  subjectId: string;
  onClose: () => void;
}): ReactNode {
  const [reasonCode, setCode] = useState<Purpose>(PURPOSES[0]!.id);
  const [reason, setReason] = useState('');
  const [outcome, setOutcome] = useState<'asked' | { id: string }>();
  if (outcome !== undefined && outcome !== 'asked')
    return <Progress subjectId={subjectId} id={outcome.id} onClose={onClose} />;
  if (outcome)
    return (
      <Window title={t('erase.title')} isOpen onClose={onClose}>
        <p role="status">{t('erase.asked')}</p>
        <div className="toolbar">
          <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>
        </div>
      </Window>
    );
  return (
    <Confirm
      title={t('erase.title')}
      name={subjectId}
      text={t('erase.why')}
      isReady={reason.trim().length >= SENTENCE}
      run={() => eraseOrAsk(subjectId, { reasonCode, reason })}
      stale={[['subject'], ['subjects'], ['subject data'], ['approvals'], ['today']]}
      onClose={onClose}
      onDone={setOutcome}
    >
      <Choice
        label={t('export.purpose')}
        options={PURPOSES}
        value={reasonCode}
        onChange={setCode}
      />
      <Field
        label={t('erase.reason')}
        value={reason}
        onChange={setReason}
        lines
        isRequired
        note={t('erase.sentence')}
      />
    </Confirm>
  );
}
