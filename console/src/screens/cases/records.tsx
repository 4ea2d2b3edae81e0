import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { rowsOf } from '../../data/whole.ts';
import { timeCell } from '../../parts/cells.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import type { Case } from '../../queries/case.ts';
import { idOf } from '../../queries/define.ts';
import { t } from '../../texts/screens/cases.ts';

type Note = Case['notes'][number];

const NOTES: Column<Note>[] = [
  { id: 'at', title: t('audit.at'), cell: ({ createdAt }) => timeCell(createdAt) },
  { id: 'by', title: t('audit.actor'), cell: ({ by }) => <Person id={by.id} /> },
  {
    id: 'text',
    title: t('cases.text'),
    cell: ({ text }) =>
      text === null ? (
        t('cases.erased')
      ) : (
        <span className="written">
          <Foreign text={text} />
        </span>
      ),
  },
];

/** The notes of a case, and a form for another one. */
export function Notes({ data, mayEdit }: { data: Case; mayEdit: boolean }): ReactNode {
  const { id } = data;
  const [text, setText] = useState('');
  const added = useChange(
    () => api.cases.addNote({ id, body: { text } }),
    [['case', { id }]],
    () => setText(''),
  );
  return (
    <>
      <ListSection
        title={t('cases.notes')}
        columns={NOTES}
        list={rowsOf(data.notes, idOf)}
        empty={t('cases.noNotes')}
      />
      {mayEdit && (
        <InlineForm sending={added} save={t('cases.addNote')} isReady={text.trim() !== ''} lines>
          <Field label={t('cases.note')} value={text} onChange={setText} lines />
        </InlineForm>
      )}
    </>
  );
}
