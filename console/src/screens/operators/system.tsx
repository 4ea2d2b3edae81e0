import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { wholeList } from '../../data/whole.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { DIAGNOSIS, JOBS } from '../../queries/operators.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/system.ts';

type Finding = Operations['getDiagnosis']['data']['checks'][number];
type Job = Operations['listJobs']['data']['jobs'][number];

/** The number of empty lines before the findings are read, about the number of findings. */
const LINES = 20;

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

/** The findings of the doctor; findings that need an action come first. */
function Checks(): ReactNode {
  const query = useQuery(DIAGNOSIS);
  const { data, isError, error, isFetching, refetch } = query;
  const asks = ({ status }: Finding): boolean => status === 'fail' || status === 'warn';
  return (
    <section className="panel stack">
      <h2>{t('system.checks')}</h2>
      <p className="small quiet">{t('system.here')}</p>
      {isError && <Problem error={error} retry={() => void refetch()} />}
      {!data && !isError && (
        <div className="stack" aria-hidden="true">
          {Array.from({ length: LINES }, (_, at) => (
            <div key={at} className="stack-close">
              <span>
                <span className="skeleton" />
              </span>
              <span>
                <span className="skeleton" />
              </span>
            </div>
          ))}
        </div>
      )}
      {data && (
        <ul className="stack" aria-label={t('system.checks')}>
          {[...data.checks.filter(asks), ...data.checks.filter((one) => !asks(one))].map(
            (finding, at) => (
              <Check key={at} finding={finding} />
            ),
          )}
        </ul>
      )}
      <p>
        <PlainButton isDisabled={isFetching} onPress={() => void refetch()}>
          {t('system.again')}
        </PlainButton>
      </p>
    </section>
  );
}

/** The findings of the doctor, and the background jobs. */
export function System(): ReactNode {
  const query = useQuery(JOBS);
  const jobs = wholeList(
    query,
    (data) => data.jobs,
    ({ name }) => name,
  );
  return (
    <div className="stack">
      <h1>{t('system.title')}</h1>
      <Checks />
      <h2>{t('system.jobs')}</h2>
      <p className="small">
        <a href="/docs/background-work.md" target="_blank" rel="noreferrer">
          {t('system.aboutJobs')}
        </a>
      </p>
      <Table label={t('system.jobs')} columns={COLUMNS} list={jobs} empty={t('system.noJobs')} />
    </div>
  );
}
