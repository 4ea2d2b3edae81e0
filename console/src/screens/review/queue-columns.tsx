import { Link } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { later } from '../../data/later.ts';
import { Badge } from '../../parts/badge.tsx';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ShownDecisions } from '../../parts/shown-decisions.tsx';
import type { Column } from '../../parts/table.tsx';
import type { Hit } from '../../queries/review.ts';
import { kindText, numberText } from '../../texts/text.ts';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t } from '../../texts/screens/review.ts';
import { ClaimOf } from './claims.tsx';
import { toneOf, verdictText } from './decision.ts';

// The first view does not load the requests.
const OpenStatus = later(async () => (await import('./open-status.tsx')).OpenStatus);

function Status({ id, status }: Pick<Hit, 'id' | 'status'>): ReactNode {
  const badge = <Badge tone={toneOf(status)}>{verdictText(status)}</Badge>;
  if (status !== 'open') return badge;
  return (
    <Suspense fallback={badge}>
      <OpenStatus id={id} />
    </Suspense>
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
