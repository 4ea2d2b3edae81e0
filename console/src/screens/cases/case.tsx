import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { mayRead, useMayChange, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Later, later } from '../../parts/later.tsx';
import { One } from '../../parts/problem.tsx';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { subjectWith } from '../../queries/review.ts';
import { caseWith, type Case } from '../../queries/case.ts';
import { MEMBERS } from '../../queries/session.ts';
import { COLON, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { Evidence } from './evidence.tsx';
import { Due } from './columns.tsx';
import { toneOfPriority, toneOfStatus } from './words.ts';
import './case.css';

// The first view has no room for these.
const Claim = later(async () => (await import('./handling.tsx')).Claim);
const Decide = later(async () => (await import('./decide.tsx')).Decide);
const Notes = later(async () => (await import('./records.tsx')).Notes);
const Files = later(async () => (await import('./files.tsx')).Files);
const History = later(async () => (await import('./history.tsx')).History);
const Handle = later(async () => (await import('./handle.tsx')).Handle);

/** A case with its evidence, decisions, notes, files and history. */
export function CaseScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(caseWith(id));
  return <One query={query}>{(data) => <Loaded data={data} />}</One>;
}

/** Prints the case file instead of this screen. */
function usePrintKey(id: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'p' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void navigate({ to: '/cases/$id/file', params: { id }, search: { print: true } });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [id, navigate]);
}

function Loaded({ data }: { data: Case }): ReactNode {
  usePrintKey(data.id);
  const mayEdit = useMayChange('cases:manage');
  const areMembersRead = !useQuery({ ...MEMBERS, enabled: mayEdit }).isLoading;
  return (
    <div className="stack">
      <div className="head">
        <h1>
          {t('cases.one')}
          {COLON} <CustomerName of={data} />{' '}
          <Badge tone={toneOfStatus(data.status)}>{wordsOf(data.status)}</Badge>
        </h1>
        <Link className="button" to="/cases/$id/file" params={{ id: data.id }}>
          {t('cases.caseFile')}
        </Link>
      </div>
      {/* Everything appears together, so that nothing moves. */}
      {areMembersRead ? (
        <Suspense fallback={<Later />}>
          <div className="case-columns">
            <div className="panel stack case-side">
              <Facts rows={factsOf(data)} />
              <Claim data={data} mayEdit={mayEdit} />
              {mayEdit && <Handle data={data} />}
            </div>
            <div className="stack">
              <Evidence data={data} mayEdit={mayEdit} />
              {mayEdit && <Deciding data={data} />}
              <Notes data={data} mayEdit={mayEdit} />
              <Files data={data} mayEdit={mayEdit} />
              <History data={data} />
            </div>
          </div>
        </Suspense>
      ) : (
        <Later />
      )}
    </div>
  );
}

/** The button that opens the form for decisions on open hits. */
function Deciding({ data }: { data: Case }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <Suspense fallback={<Later />}>
        <Decide data={data} />
      </Suspense>
    );
  const hasOpen = data.items.some(({ kind, state }) => kind === 'hit' && state === 'open');
  if (data.status === 'CLOSED' || !hasOpen) return null;
  return (
    <div className="no-print">
      <PlainButton look="primary" onPress={() => setOpen(true)}>
        {t('cases.decideOpen')}
      </PlainButton>
    </div>
  );
}

/** The name of an enrolled customer if the reader may see names, otherwise the initials; the id without a name. */
function CustomerName({ of: { subject, subjectId } }: { of: Case }): ReactNode {
  const { data: me } = useMe();
  const mayKnow = subject.isEnrolled && me !== undefined && mayRead(me, 'fraud:screen');
  const { data } = useQuery({ ...subjectWith(subjectId), enabled: mayKnow });
  return <Foreign text={data?.name ?? subject.label ?? subjectId} />;
}

function factsOf(data: Case): [string, ReactNode][] {
  return [
    [
      t('cases.customer'),
      <>
        <Link to="/subjects/$id" params={{ id: data.subjectId }}>
          <CustomerName of={data} />
        </Link>
        {data.subject.isEnrolled && (
          <div className="quiet">
            <Foreign text={data.subjectId} />
          </div>
        )}
      </>,
    ],
    [
      t('cases.priority'),
      <Badge key="priority" tone={toneOfPriority(data.priority)}>
        {wordsOf(data.priority)}
      </Badge>,
    ],
    [t('cases.outcome'), data.outcome && wordsOf(data.outcome)],
    [t('cases.assignee'), data.assignee && <Person key="assignee" id={data.assignee} />],
    [t('cases.due'), data.dueAt && <Due key="due" of={data} />],
    [t('cases.type'), data.type],
    [t('cases.tags'), data.tags.join(', ')],
    [t('cases.snoozed'), data.snoozedUntil && <Time key="snoozed" at={data.snoozedUntil} />],
    [
      t('cases.made'),
      <>
        <Time at={data.createdAt} /> {t('cases.by')} <Person id={data.createdBy.id} />
      </>,
    ],
  ];
}
