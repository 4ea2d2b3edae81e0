import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { OrikiError, type Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { saveText } from '../../data/transfer.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { erasureOf } from '../../queries/customers.ts';
import { t } from '../../texts/screens/customers.ts';
import { PURPOSES, type Purpose } from '../identity/purposes.ts';

type Erasure = Operations['getSubjectErasure']['data'];
type Receipt = NonNullable<Erasure['receipt']>;
/** The fewest characters of a reason. */
const SENTENCE = 10;

/** Erases a customer, or asks a second person to. @returns the id of the erasure; undefined if a second person is asked */
async function eraseOrAsk(
  subjectId: string,
  body: { reasonCode: Purpose; reason: string },
): Promise<string | undefined> {
  try {
    return (await api.subjects.erase({ subjectId, body })).id;
  } catch (error) {
    if (!(error instanceof OrikiError) || error.code !== 'APPROVAL_REQUIRED') throw error;
    const { reason } = body;
    await api.approvals.request({ body: { action: 'subject.erase', objectId: subjectId, reason } });
    return undefined;
  }
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
  const [asked, setAsked] = useState<{ id: string | undefined }>();
  if (asked?.id !== undefined)
    return <Progress subjectId={subjectId} id={asked.id} onClose={onClose} />;
  if (asked)
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
      onDone={(id) => setAsked({ id })}
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
