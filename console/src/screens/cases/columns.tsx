import { Link } from '@tanstack/react-router';
import { Badge } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Person, Name } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import type { CaseRow } from '../../queries/cases.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { toneOfPriority, toneOfStatus, isOverdue } from './words.ts';
import type { ReactNode } from 'react';

/** The due date of a case, marked if it has passed. */
export function Due({ of }: { of: { status: string; dueAt: string | null } }): ReactNode {
  return (
    <>
      {timeCell(of.dueAt)} {isOverdue(of) && <Badge tone="bad">{t('cases.overdue')}</Badge>}
    </>
  );
}

export const COLUMNS: Column<CaseRow>[] = [
  {
    id: 'customer',
    title: t('cases.customer'),
    cell: ({ id, subjectId }) => (
      <Link to="/cases/$id" params={{ id }}>
        <Name id={subjectId} isCustomer />
      </Link>
    ),
  },
  {
    id: 'priority',
    title: t('cases.priority'),
    cell: ({ priority }) => <Badge tone={toneOfPriority(priority)}>{wordsOf(priority)}</Badge>,
  },
  {
    id: 'status',
    title: t('cases.status'),
    cell: ({ status, outcome }) => (
      <>
        <Badge tone={toneOfStatus(status)}>{wordsOf(status)}</Badge> {outcome && wordsOf(outcome)}
      </>
    ),
  },
  {
    id: 'assignee',
    title: t('cases.assignee'),
    cell: ({ assignee, claim }) => {
      const who = claim?.by.id ?? assignee;
      return who === null ? '–' : <Person id={who} />;
    },
  },
  {
    id: 'due',
    title: t('cases.due'),
    cell: (row) => <Due of={row} />,
  },
  { id: 'made', title: t('cases.made'), cell: ({ createdAt }) => timeCell(createdAt, true) },
];
