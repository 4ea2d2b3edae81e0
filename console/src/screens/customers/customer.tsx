import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { useList } from '../../data/list.ts';
import { useTitle } from '../../data/title.ts';
import { askedRows } from '../../parts/asked.tsx';
import { Badge } from '../../parts/badge.tsx';
import { textCell } from '../../parts/cells.tsx';
import { Time } from '../../parts/time.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { isNotFound, Problem } from '../../parts/problem.tsx';
import { Later, later } from '../../parts/later.tsx';
import type { Column } from '../../parts/table.tsx';
import { hitsWith, subjectWith, type Hit } from '../../queries/review.ts';
import { screeningsWith } from '../../queries/search.ts';
import { kindText, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/customers.ts';
import { toneOf, verdictText } from '../review/decision.ts';
import { OUTCOME, SCREENED_AT } from '../search/columns.tsx';

/** The rows of one part of a list. */
const PART = 50;

const Actions = later(async () => (await import('./actions.tsx')).Actions);
const Others = later(async () => (await import('./others.tsx')).Others);

const HITS: Column<Hit>[] = [
  {
    id: 'match',
    title: t('queue.match'),
    cell: ({ id, match }) => (
      <Link to="/review/$id" params={{ id }}>
        {match ? <Foreign text={match.name} /> : id}
      </Link>
    ),
  },
  {
    id: 'list',
    title: t('queue.list'),
    cell: ({ match }) => textCell(match?.listName),
  },
  {
    id: 'score',
    title: t('queue.score'),
    isNumber: true,
    cell: ({ score }) => (score === null ? '–' : numberText(score)),
  },
  {
    id: 'status',
    title: t('queue.status'),
    cell: ({ status }) => <Badge tone={toneOf(status)}>{verdictText(status)}</Badge>,
  },
];
const SCREENINGS = [SCREENED_AT, OUTCOME];
/** A customer with hits, screenings, verifications, cases and threads. */
export function Customer(): ReactNode {
  const { id: subjectId } = useParams({ strict: false }) as { id: string };
  useTitle(subjectId);
  const subject = useQuery(subjectWith(subjectId));
  const hits = useList(hitsWith({ subjectId }, PART));
  const screenings = useList(screeningsWith({ subjectId }));
  const { data } = subject;
  const isRead = !subject.isPending && !hits.query.isPending && !screenings.query.isPending;
  return (
    <div className="stack">
      <div className="head">
        <h1>
          {t('subject.title')} <Foreign text={subjectId} />
        </h1>
        <PrintButton />
      </div>
      {/* Everything appears together, so that nothing moves. */}
      {isRead ? (
        <>
          <Suspense fallback={<Later />}>
            <Actions key={data?.updatedAt} subjectId={subjectId} customer={data} />
          </Suspense>
          {isNotFound(subject.error) && <p className="quiet">{t('subject.notEnrolled')}</p>}
          {subject.isError && !isNotFound(subject.error) && <Problem error={subject.error} />}
          {data && (
            <div className="panel">
              <Facts
                rows={[
                  [t('hit.name'), <Foreign key="name" text={data.name} />],
                  [t('hit.dob'), data.dob],
                  [t('hit.country'), data.country],
                  ...askedRows(data),
                  [t('search.threshold'), numberText(data.threshold)],
                  [t('subject.kinds'), data.kinds.map(kindText).join(', ')],
                  [t('subject.enrolled'), <Time key="at" at={data.createdAt} />],
                  [t('subject.updated'), <Time key="updated" at={data.updatedAt} />],
                ]}
              />
            </div>
          )}
          <ListSection
            title={t('subject.hits')}
            columns={HITS}
            list={hits}
            empty={t('subject.noHits')}
          />
          <ListSection
            title={t('subject.screenings')}
            columns={SCREENINGS}
            list={screenings}
            empty={t('subject.noScreenings')}
          />
          <Suspense>
            <Others subjectId={subjectId} />
          </Suspense>
        </>
      ) : (
        <Later />
      )}
    </div>
  );
}
