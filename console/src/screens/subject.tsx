import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../data/client.ts';
import { useList } from '../data/list.ts';
import { Badge } from '../parts/badge.tsx';
import { Facts } from '../parts/facts.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { numberText, t } from '../texts/text.ts';
import { toneOf, verdictText, type Hit } from './review/decision.ts';
import { OUTCOME, SCREENED_AT, type Screening } from './search/columns.tsx';

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
    cell: ({ match }) => (match ? <Foreign text={match.listName} /> : '–'),
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

/** A customer: what is known of them, their hits and their screenings. */
export function SubjectScreen(): ReactNode {
  const { id: subjectId } = useParams({ strict: false }) as { id: string };
  const subject = useQuery({
    queryKey: ['subject', subjectId],
    queryFn: ({ signal }) => api.continuousScreening.getSubject({ subjectId }, { signal }),
  });
  const hits = useList<Hit>(
    ['hits', 'of', subjectId],
    ({ id }) => id,
    (place, signal) =>
      api.continuousScreening.listHits({ subjectId, limit: 50, ...place }, { signal }),
  );
  const screenings = useList<Screening>(
    ['screenings', 'of', subjectId],
    ({ screeningId }) => screeningId,
    (place, signal) => api.screening.list({ subjectId, limit: 50, ...place }, { signal }),
  );
  const { data } = subject;
  return (
    <div className="stack">
      <h1>
        {t('subject.title')} <Foreign text={subjectId} />
      </h1>
      {subject.isError && <Problem error={subject.error} />}
      {data && (
        <div className="panel">
          <Facts
            rows={[
              [t('hit.name'), <Foreign key="name" text={data.name} />],
              [t('hit.dob'), data.dob],
              [t('hit.country'), data.country],
              [t('search.threshold'), numberText(data.threshold)],
              [t('subject.enrolled'), <Time key="at" at={data.createdAt} />],
            ]}
          />
        </div>
      )}
      <h2>{t('subject.hits')}</h2>
      <Table label={t('subject.hits')} columns={HITS} list={hits} empty={t('subject.noHits')} />
      <h2>{t('subject.screenings')}</h2>
      <Table
        label={t('subject.screenings')}
        columns={SCREENINGS}
        list={screenings}
        empty={t('app.none')}
      />
    </div>
  );
}
