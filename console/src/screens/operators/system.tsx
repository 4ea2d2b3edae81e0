import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { wholeList } from '../../data/whole.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { Column } from '../../parts/table.tsx';
import { DIAGNOSIS, JOBS } from '../../queries/operators.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/system.ts';
import { Egress } from './egress.tsx';

type Finding = Operations['getDiagnosis']['data']['checks'][number];
type Job = Operations['listJobs']['data']['jobs'][number];

function toneOf(status: Finding['status']): Tone {
  if (status === 'ok') return 'good';
  if (status === 'fail') return 'bad';
  return status === 'warn' ? 'warn' : 'quiet';
}

function stateOf({ isRunning, failures, lastRunAt }: Job): ReactNode {
  if (failures > 0) return <Badge tone="bad">{t('system.failing')}</Badge>;
  if (isRunning) return <Badge tone="good">{t('system.running')}</Badge>;
  return lastRunAt ? t('system.waiting') : <Badge tone="warn">{t('system.never')}</Badge>;
}

const COLUMNS: Column<Job>[] = [
  { id: 'name', title: t('system.job'), cell: ({ name }) => <code>{name}</code> },
  { id: 'state', title: t('system.state'), cell: stateOf },
  {
    id: 'last',
    title: t('system.last'),
    cell: ({ lastRunAt }) => timeCell(lastRunAt, true),
  },
  {
    id: 'next',
    title: t('system.next'),
    cell: ({ nextRunAt }) => timeCell(nextRunAt),
  },
  {
    id: 'failures',
    title: t('system.failures'),
    cell: ({ failures }) => numberText(failures),
    isNumber: true,
  },
  { id: 'error', title: t('system.error'), cell: ({ error }) => error ?? '–' },
  { id: 'holder', title: t('system.holder'), cell: ({ holder }) => holder ?? '–' },
];

function Check({ finding }: { finding: Finding }): ReactNode {
  const { check, status, message, advice, page } = finding;
  return (
    <li className="stack-close">
      <span>
        <Badge tone={toneOf(status)}>{wordsOf(status)}</Badge> <strong>{check}</strong>{' '}
        <a href={`/docs/${page}`} target="_blank" rel="noreferrer">
          {t('system.page', { page })}
        </a>
      </span>
      <span>{message}</span>
      {advice !== undefined && <span className="quiet">{advice}</span>}
    </li>
  );
}

function Findings({ label, findings }: { label: string; findings: Finding[] }): ReactNode {
  if (findings.length === 0) return null;
  return (
    <ul className="stack" aria-label={label}>
      {findings.map((finding, at) => (
        <Check key={at} finding={finding} />
      ))}
    </ul>
  );
}

/** Returns true if a finding needs an action. */
function asks({ status }: Finding): boolean {
  return status === 'fail' || status === 'warn';
}

/** The findings of the doctor: those that need an action; one line opens the others. */
function Checks(): ReactNode {
  const query = useQuery(DIAGNOSIS);
  const { data, isError, error, isFetching, refetch } = query;
  const { wrong = [], right = [] } = Object.groupBy(data?.checks ?? [], (one) =>
    asks(one) ? 'wrong' : 'right',
  );
  const others = t('system.others', { count: right.length });
  return (
    <section className="panel stack">
      <h2>{t('system.checks')}</h2>
      <p className="small quiet">{t('system.here')}</p>
      {isError && <Problem error={error} retry={() => void refetch()} />}
      {!data && !isError && <span className="skeleton" />}
      {data && (
        <>
          {wrong.length === 0 && <p>{t('system.fine')}</p>}
          <Findings label={t('system.checks')} findings={wrong} />
          <details>
            <summary>{others}</summary>
            <Findings label={others} findings={right} />
          </details>
        </>
      )}
      <p>
        <PlainButton isDisabled={isFetching} onPress={() => void refetch()}>
          {t('system.again')}
        </PlainButton>
      </p>
    </section>
  );
}

/** The findings of the doctor, the background jobs, and the outside hosts. They appear together, so that nothing moves. */
export function System(): ReactNode {
  const query = useQuery(JOBS);
  const { isPending } = useQuery(DIAGNOSIS);
  const jobs = wholeList(
    query,
    (data) => data.jobs,
    ({ name }) => name,
  );
  return (
    <div className="stack">
      <h1>{t('system.title')}</h1>
      <Checks />
      {!isPending && (
        <ListSection
          title={t('system.jobs')}
          columns={COLUMNS}
          list={jobs}
          empty={t('system.noJobs')}
        >
          <p className="small">
            <a href="/docs/background-work.md" target="_blank" rel="noreferrer">
              {t('system.aboutJobs')}
            </a>
          </p>
        </ListSection>
      )}
      {!isPending && <Egress />}
    </div>
  );
}
