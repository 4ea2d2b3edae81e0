import type { ReactNode } from 'react';
import { rowsOf } from '../../data/whole.ts';
import { timeCell } from '../../parts/cells.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import type { Case } from '../../queries/case.ts';
import { idOf } from '../../queries/define.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { detailText } from './words.ts';

type Change = Case['history'][number];

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
