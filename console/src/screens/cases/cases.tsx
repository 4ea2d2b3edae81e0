import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useGoOn } from '../../data/go-on.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Table } from '../../parts/table.tsx';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { COLUMNS, type Case } from './columns.tsx';
import { STATUSES, type Status } from './words.ts';

const ALL = 'all';
const OPTIONS = ([ALL, ...STATUSES] as const).map((id) => {
  return { id, text: id === ALL ? t('cases.all') : wordsOf(id) };
});

/** Cases, newest first. */
export function Cases(): ReactNode {
  const { data: me } = useMe();
  const [status, setStatus] = useState<Status | typeof ALL>(ALL);
  const [isMaking, setMaking] = useState(false);
  const list = useList<Case>(
    ['cases', status],
    ({ id }) => id,
    (place, signal) =>
      api.cases.list({ limit: 100, ...(status !== ALL && { status }), ...place }, { signal }),
  );
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('cases.title')}</h1>
        {me && mayChange(me, 'cases:manage') && (
          <PlainButton look="primary" onPress={() => setMaking(true)}>
            {t('cases.new')}
          </PlainButton>
        )}
      </div>
      <div className="toolbar">
        <Choice label={t('cases.status')} options={OPTIONS} value={status} onChange={setStatus} />
      </div>
      <Table
        label={t('cases.title')}
        columns={COLUMNS}
        list={list}
        empty={t(status === ALL ? 'cases.empty' : 'app.noneFits')}
      />
      <Window title={t('cases.new')} isOpen={isMaking} onClose={() => setMaking(false)}>
        <NewCase onCancel={() => setMaking(false)} />
      </Window>
    </div>
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
