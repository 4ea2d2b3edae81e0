import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { rowsOf } from '../../data/whole.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Person } from '../../parts/person.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { wordsOf, zonedText } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { type Case } from './words.ts';

type Note = Case['notes'][number];
type Change = Case['history'][number];

const NOTES: Column<Note>[] = [
  { id: 'at', title: t('audit.at'), cell: ({ createdAt }) => <Time at={createdAt} /> },
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

/** The notes of people, and a form for another one, whose draft stays until it is kept. */
export function Notes({ data, mayEdit }: { data: Case; mayEdit: boolean }): ReactNode {
  const { id } = data;
  const [text, setText] = useState('');
  const added = useChange(
    () => api.cases.addNote({ id, body: { text } }),
    [['case', id]],
    () => setText(''),
  );
  return (
    <section className="stack-close">
      <h2>{t('cases.notes')}</h2>
      <Table
        label={t('cases.notes')}
        columns={NOTES}
        list={rowsOf(data.notes, (note) => note.id)}
        empty={t('cases.noNotes')}
      />
      {mayEdit && (
        <form
          className="stack-close no-print"
          onSubmit={(event) => {
            event.preventDefault();
            added.mutate();
          }}
        >
          <Field label={t('cases.note')} value={text} onChange={setText} lines />
          <div className="toolbar">
            <PlainButton type="submit" isDisabled={text.trim() === '' || added.isPending}>
              {t('cases.addNote')}
            </PlainButton>
          </div>
        </form>
      )}
      {added.isError && <Problem error={added.error} />}
    </section>
  );
}

const CONSTANT = /^[A-Z_]+$|^[a-z]+_[a-z]+$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** Ids and states of a change by their names; what is empty is left out. */
function detailText(detail: unknown): string {
  if (Array.isArray(detail)) return detail.map(detailText).join(', ');
  if (typeof detail === 'object' && detail !== null)
    return Object.entries(detail)
      .map(([name, value]) => [wordsOf(name.replaceAll(/[A-Z]/g, '_$&')), detailText(value)])
      .filter(([, text]) => text !== '')
      .map((part) => part.join(' '))
      .join(', ');
  const text = String(detail ?? '');
  if (MOMENT.test(text)) return zonedText(text);
  return CONSTANT.test(text) ? wordsOf(text) : text;
}

const HISTORY: Column<Change>[] = [
  { id: 'at', title: t('audit.at'), cell: ({ at }) => <Time at={at} /> },
  { id: 'who', title: t('audit.actor'), cell: ({ by }) => <Person id={by.id} /> },
  { id: 'what', title: t('cases.what'), cell: ({ change }) => wordsOf(change) },
  {
    id: 'detail',
    title: t('cases.detail'),
    cell: ({ detail }) =>
      (detailText(detail) || '–')
        .split(/(usr_\w+)/)
        .map((part, i) => (i % 2 === 1 ? <Person key={part} id={part} /> : part)),
  },
];

/** Who did what to a case, the oldest first. */
export function History({ data }: { data: Case }): ReactNode {
  return (
    <section className="stack-close">
      <h2>{t('cases.history')}</h2>
      <Table
        label={t('cases.history')}
        columns={HISTORY}
        list={rowsOf(data.history, (change) => change.id)}
        empty={t('cases.noHistory')}
      />
    </section>
  );
}
