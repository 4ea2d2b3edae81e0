import type { ReactNode } from 'react';
import { rowsOf } from '../../data/whole.ts';
import { timeCell } from '../../parts/cells.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import type { Case } from '../../queries/case.ts';
import { idOf } from '../../queries/define.ts';
import { wordsOf, zonedText } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';

type Change = Case['history'][number];

const CONSTANT = /^[A-Z_]+$|^[a-z]+_[a-z]+$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** Ids and states of a change by their names, without empty ones. */
export function detailText(detail: unknown): string {
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
  { id: 'at', title: t('audit.at'), cell: ({ at }) => timeCell(at) },
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

/** The changes of a case, oldest first. */
export function History({ data }: { data: Case }): ReactNode {
  return (
    <ListSection
      title={t('cases.history')}
      columns={HISTORY}
      list={rowsOf(data.history, idOf)}
      empty={t('cases.noHistory')}
    />
  );
}
