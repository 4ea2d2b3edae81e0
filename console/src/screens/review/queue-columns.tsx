import { Link } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { later } from '../../parts/later.tsx';
import { Badge } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import type { Column } from '../../parts/table.tsx';
import type { Hit } from '../../queries/review.ts';
import { numberText } from '../../texts/text.ts';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t } from '../../texts/screens/review.ts';
import { weighed, type FactVerdict } from '../cases/fact-verdicts.ts';
import { toneOf, verdictText } from './decision.ts';

// The first view loads no claims, requests and ticks.
/** Loads the parts that the queue shows after its rows. */
export function afterRows() {
  return import('./after-rows.ts');
}
const Tick = later(async () => (await afterRows()).Tick);
const WorkedBy = later(async () => (await afterRows()).WorkedBy);
const ShownDecisions = later(async () => (await afterRows()).ShownDecisions);
const OpenStatus = later(async () => (await afterRows()).OpenStatus);

function Status({ id, status }: Pick<Hit, 'id' | 'status'>): ReactNode {
  const badge = <Badge tone={toneOf(status)}>{verdictText(status)}</Badge>;
  if (status !== 'open') return badge;
  return (
    <Suspense fallback={badge}>
      <OpenStatus id={id} />
    </Suspense>
  );
}

type Known = { name: string; dob: string | null; country: string | null };

/** Returns a value, marked if it differs from that of the other side. */
function marked(value: string | null, verdict: FactVerdict | null | undefined): ReactNode {
  if (!value) return null;
  const differs = verdict === 'differs';
  return (
    <span className={differs ? 'good' : undefined}>{` · ${differs ? '≠ ' : ''}${value}`}</span>
  );
}

/**
 * Name, date of birth and country of one side of a hit, and what has less weight. In a narrow column that is cut off first,
 * then the name; the facts never are.
 */
function Party({
  known,
  match,
  rest,
}: {
  known?: Known | null | undefined;
  /** Given for the listed side. */
  match?: Hit['match'];
  rest: ReactNode;
}): ReactNode {
  if (!known) return <div className="line">{rest}</div>;
  return (
    <div className="party">
      <span className="party-name">
        <Foreign text={known.name} />
      </span>
      <span>
        {marked(known.dob, match && weighed(match, 'birthDate'))}
        {marked(known.country, match && weighed(match, 'nationality'))}
      </span>
      <span className="party-rest"> · {rest}</span>
    </div>
  );
}

/** The customer over the listed name, with what differs. */
export function Sides({ hit: { id, subjectId, subject, match } }: { hit: Hit }): ReactNode {
  return (
    <>
      <Party
        known={subject}
        rest={
          <Link to="/review/$id" params={{ id }}>
            <Foreign text={subjectId} />
          </Link>
        }
      />
      <Party known={match} match={match} rest={match ? <Foreign text={match.listName} /> : '–'} />
    </>
  );
}

/** When a hit was found, and when its decision is due. */
function Times({ hit: { createdAt, dueAt, status } }: { hit: Hit }): ReactNode {
  const isLate = status === 'open' && dueAt && Date.parse(dueAt) < Date.now();
  return (
    <>
      <div className="line">{timeCell(createdAt, true)}</div>
      {dueAt && (
        <div className={isLate ? 'line bad' : 'line'}>
          {t('hit.due')} {timeCell(dueAt, true)}
        </div>
      )}
    </>
  );
}

/** The columns of open hits. */
export const COLUMNS: Column<Hit>[] = [
  {
    id: 'subject',
    title: t('queue.subject'),
    orders: [
      ['subject', 'ascending'],
      ['subject_reverse', 'descending'],
    ],
    width: 23,
    cell: (hit) => <Sides hit={hit} />,
  },
  {
    id: 'score',
    width: 5.5,
    title: t('queue.score'),
    isNumber: true,
    orders: [
      ['highest_score', 'descending'],
      ['lowest_score', 'ascending'],
    ],
    cell: ({ score }) => (score === null ? '–' : numberText(score)),
  },
  {
    id: 'age',
    width: 8,
    title: t('queue.age'),
    orders: [
      ['newest', 'descending'],
      ['oldest', 'ascending'],
    ],
    cell: (hit) => <Times hit={hit} />,
  },
  {
    id: 'claim',
    width: 7,
    title: t('queue.claim'),
    // Claims begin and end while a person reads the list.
    isLine: true,
    cell: (hit) => (
      <Suspense fallback="–">
        <WorkedBy hit={hit} />
      </Suspense>
    ),
  },
  {
    id: 'status',
    width: 7.5,
    title: t('queue.status'),
    cell: ({ id, status }) => <Status id={id} status={status} />,
  },
];

function tick(hit?: Hit): ReactNode {
  return <Suspense>{hit ? <Tick hit={hit} /> : <Tick />}</Suspense>;
}

/** The columns of open hits for a person who can decide them. */
export const TICKED_COLUMNS: Column<Hit>[] = [
  {
    id: 'tick',
    title: '',
    head: () => tick(),
    cell: tick,
  },
  ...COLUMNS,
];

/** The columns of decided hits, which have decisions instead of claims. */
export const DECIDED_COLUMNS: Column<Hit>[] = COLUMNS.map((column) =>
  column.id === 'claim'
    ? {
        id: 'decisions',
        title: decisionsText('hit.decisions'),
        width: 16,
        cell: ({ id }) => (
          <Suspense>
            <ShownDecisions id={id} />
          </Suspense>
        ),
      }
    : column,
);
