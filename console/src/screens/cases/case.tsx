import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useMayChange } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { caseWith, type Case } from '../../queries/case.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { Evidence } from './evidence.tsx';
import { ChangeState, Claim } from './handling.tsx';
import { Files } from './files.tsx';
import { History, Notes } from './records.tsx';
import { toneOfPriority, toneOfStatus } from './words.ts';

// The first view has no room for the form.
const Decide = lazy(async () => ({ default: (await import('./decide.tsx')).Decide }));

/** A case with its evidence, decisions, notes, files and history. */
export function CaseScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(caseWith(id));
  return <One query={query}>{(data) => <Loaded data={data} />}</One>;
}

function Loaded({ data }: { data: Case }): ReactNode {
  const mayEdit = useMayChange('cases:manage');
  return (
    <div className="stack">
      <div className="head">
        <h1>
          {t('cases.one')} <Foreign text={data.subjectId} />{' '}
          <Badge tone={toneOfStatus(data.status)}>{wordsOf(data.status)}</Badge>
        </h1>
        <Link className="button" to="/cases/$id/file" params={{ id: data.id }}>
          {t('cases.caseFile')}
        </Link>
      </div>
      <div className="panel">
        <Facts rows={factsOf(data)} />
      </div>
      <Claim data={data} mayEdit={mayEdit} />
      {mayEdit && <ChangeState key={data.revision} data={data} />}
      <Evidence data={data} mayEdit={mayEdit} />
      {mayEdit && <Deciding data={data} />}
      <Notes data={data} mayEdit={mayEdit} />
      <Files data={data} mayEdit={mayEdit} />
      <History data={data} />
    </div>
  );
}

/** The button that opens the form for decisions on open hits. */
function Deciding({ data }: { data: Case }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <Suspense>
        <Decide data={data} />
      </Suspense>
    );
  const hasOpen = data.items.some(({ kind, state }) => kind === 'hit' && state === 'open');
  if (data.status === 'CLOSED' || !hasOpen) return null;
  return (
    <div className="no-print">
      <PlainButton onPress={() => setOpen(true)}>{t('cases.decideOpen')}</PlainButton>
    </div>
  );
}

function factsOf(data: Case): [string, ReactNode][] {
  return [
    [
      t('cases.customer'),
      <Link key="subject" to="/subjects/$id" params={{ id: data.subjectId }}>
        <Foreign text={data.subject.label ?? data.subjectId} />
      </Link>,
    ],
    [
      t('cases.priority'),
      <Badge key="priority" tone={toneOfPriority(data.priority)}>
        {wordsOf(data.priority)}
      </Badge>,
    ],
    [t('cases.outcome'), data.outcome && wordsOf(data.outcome)],
    [t('cases.assignee'), data.assignee && <Person key="assignee" id={data.assignee} />],
    [t('cases.due'), data.dueAt && <Time key="due" at={data.dueAt} />],
    [
      t('cases.made'),
      <>
        <Time at={data.createdAt} /> {t('cases.by')} <Person id={data.createdBy.id} />
      </>,
    ],
  ];
}
