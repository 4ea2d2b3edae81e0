import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ShownDecisions } from '../../parts/shown-decisions.tsx';
import type { Column } from '../../parts/table.tsx';
import { WAITING } from '../../queries/approvals.ts';
import type { Hit } from '../../queries/review.ts';
import { kindText, numberText } from '../../texts/text.ts';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t } from '../../texts/screens/review.ts';
import { ClaimOf } from './claims.tsx';
import { toneOf, verdictText } from './decision.ts';

/** The status of a hit; an open one may wait for a second person. */
function Status({ id, status }: Pick<Hit, 'id' | 'status'>): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery({
    ...WAITING,
    enabled: status === 'open' && me !== undefined && mayRead(me, 'approvals:request'),
  });
  const isAsked = status === 'open' && data?.byHit[id] !== undefined;
  return (
    <Badge tone={toneOf(status)}>
      {isAsked ? decisionsText('hit.waits') : verdictText(status)}
    </Badge>
  );
}

/** The columns of open hits. */
export const COLUMNS: Column<Hit>[] = [
  {
    id: 'subject',
    title: t('queue.subject'),
    cell: ({ id, subjectId }) => (
      <Link to="/review/$id" params={{ id }}>
        <Foreign text={subjectId} />
      </Link>
    ),
  },
  {
    id: 'match',
    title: t('queue.match'),
    cell: ({ match }) => textCell(match?.name),
  },
  {
    id: 'list',
    title: t('queue.list'),
    cell: ({ match }) => textCell(match?.listName),
  },
  { id: 'kind', title: t('queue.kind'), cell: ({ listKind }) => kindText(listKind) },
  {
    id: 'score',
    title: t('queue.score'),
    isNumber: true,
    cell: ({ score }) => (score === null ? '–' : numberText(score)),
  },
  { id: 'age', title: t('queue.age'), cell: ({ createdAt }) => timeCell(createdAt, true) },
  {
    id: 'claim',
    title: t('queue.claim'),
    // Claims begin and end while a person reads the list.
    isLine: true,
    cell: ({ subjectId }) => <ClaimOf subjectId={subjectId} />,
  },
  {
    id: 'status',
    title: t('queue.status'),
    cell: ({ id, status }) => <Status id={id} status={status} />,
  },
];

/** The columns of decided hits, which have decisions instead of claims. */
export const DECIDED_COLUMNS: Column<Hit>[] = COLUMNS.map((column) =>
  column.id === 'claim'
    ? {
        id: 'decisions',
        title: decisionsText('hit.decisions'),
        width: 16,
        cell: ({ id }) => <ShownDecisions id={id} />,
      }
    : column,
);
