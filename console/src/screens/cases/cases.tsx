import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useGoOn } from '../../data/go-on.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { StateChoice } from '../../parts/state-choice.tsx';
import { casesWith } from '../../queries/cases.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { COLUMNS } from './columns.tsx';
import { STATUSES, type Status } from './words.ts';

/** Cases, newest first. */
export function Cases(): ReactNode {
  const mayCreate = useMayChange('cases:manage');
  const [status, setStatus] = useState<Status>();
  return (
    <ListScreen
      title={t('cases.title')}
      columns={COLUMNS}
      list={useList(casesWith(status ? { status } : {}))}
      empty={t(status ? 'app.noneFits' : 'cases.empty')}
      create={
        mayCreate && {
          text: t('cases.new'),
          form: (onClose) => <NewCase onCancel={onClose} />,
        }
      }
      filters={
        <StateChoice
          label={t('cases.status')}
          all={t('cases.all')}
          states={STATUSES}
          textOf={wordsOf}
          value={status}
          onChange={setStatus}
        />
      }
    />
  );
}

function NewCase({ onCancel }: { onCancel: () => void }): ReactNode {
  const goOn = useGoOn();
  const [subjectId, setSubjectId] = useState('');
  const [note, setNote] = useState('');
  const made = useChange(
    () => api.cases.create({ body: { subjectId, ...(note.trim() !== '' && { note }) } }),
    [['cases']],
    ({ id }) => void goOn({ to: '/cases/$id', params: { id } }),
  );
  return (
    <Form sending={made} onCancel={onCancel}>
      <Field
        label={t('cases.customerId')}
        value={subjectId}
        onChange={setSubjectId}
        isRequired
        autoFocus
      />
      <Field label={t('cases.firstNote')} value={note} onChange={setNote} lines />
    </Form>
  );
}
