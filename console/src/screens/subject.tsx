import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { api } from '../data/client.ts';
import { useList } from '../data/list.ts';
import { mayRead, useMe } from '../data/me.ts';
import { askedRows } from '../parts/asked.tsx';
import { Badge } from '../parts/badge.tsx';
import { Facts } from '../parts/facts.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { isNotFound, Problem } from '../parts/problem.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { numberText } from '../texts/text.ts';
import { t } from '../texts/screens/subject.ts';
import { COLUMNS as CASES, type Case } from './cases/columns.tsx';
import { COLUMNS as OF_VERIFICATIONS, type Verification } from './identity/columns.tsx';
import { toneOf, verdictText, type Hit } from './review/decision.ts';
import { OUTCOME, SCREENED_AT, type Screening } from './search/columns.tsx';

const Inbox = lazy(async () => ({ default: (await import('./threads/inbox.tsx')).Inbox }));

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
const VERIFICATIONS: Column<Verification>[] = [
  ...OF_VERIFICATIONS.filter(({ id }) => id !== 'customer'),
  {
    id: 'identifier',
    title: t('verifications.identifier'),
    // Nothing but the last four characters is kept in the clear.
    cell: ({ identifierLast4 }) => (identifierLast4 === null ? '–' : `… ${identifierLast4}`),
  },
];

function VerificationsOf({ subjectId }: { subjectId: string }): ReactNode {
  const list = useList<Verification>(
    ['verifications', 'of', subjectId],
    ({ verificationId }) => verificationId,
    (place, signal) =>
      api.identity.listVerifications({ subjectId, limit: 50, ...place }, { signal }),
  );
  return (
    <>
      <h2>{t('verifications.title')}</h2>
      <Table
        label={t('verifications.title')}
        columns={VERIFICATIONS}
        list={list}
        empty={t('subject.noVerifications')}
      />
    </>
  );
}

function CasesOf({ subjectId }: { subjectId: string }): ReactNode {
  const list = useList<Case>(
    ['cases', 'of', subjectId],
    ({ id }) => id,
    (place, signal) => api.cases.list({ subjectId, limit: 50, ...place }, { signal }),
  );
  return (
    <>
      <h2>{t('cases.title')}</h2>
      <Table label={t('cases.title')} columns={CASES} list={list} empty={t('subject.noCases')} />
    </>
  );
}

/** A customer: what is known of them, their hits, screenings, verifications, cases and threads. */
export function SubjectScreen(): ReactNode {
  const { id: subjectId } = useParams({ strict: false }) as { id: string };
  const { data: me } = useMe();
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
        empty={t('subject.noScreenings')}
      />
      {me && mayRead(me, 'identity:verify') && <VerificationsOf subjectId={subjectId} />}
      {me && mayRead(me, 'cases:manage') && <CasesOf subjectId={subjectId} />}
      {me && mayRead(me, 'threads:manage') && (
        <>
          <h2>{t('threads.title')}</h2>
          <Suspense>
            <Inbox owner={{ externalId: subjectId, role: 'customer' }} status={{}} />
          </Suspense>
        </>
      )}
    </div>
  );
}
