import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { wholeList } from '../../data/whole.ts';
import { Badge } from '../../parts/badge.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { wordsOf } from '../../texts/text.ts';
import { breakerText, t } from '../../texts/screens/operators.ts';
import { toneOf } from '../identity/outcome.ts';
import { DeadLetters } from './dead-letters.tsx';

type Provider = Operations['listProviders']['data']['providers'][number];

/** The states of providers are read again so often. */
const POLL_MS = 5000;

const COLUMNS: Column<Provider>[] = [
  { id: 'label', title: t('providers.label'), cell: ({ label }) => label },
  {
    id: 'state',
    title: t('providers.state'),
    cell: ({ state }) => <Badge tone={toneOf(state)}>{breakerText(state)}</Badge>,
  },
  { id: 'kinds', title: t('providers.kinds'), cell: ({ kinds }) => kinds.map(wordsOf).join(', ') },
  {
    id: 'last',
    title: t('providers.last'),
    cell: ({ lastOutcome }) => (lastOutcome === null ? '–' : wordsOf(lastOutcome)),
  },
  {
    id: 'failure',
    title: t('providers.failure'),
    cell: ({ lastFailureAt }) => (lastFailureAt ? <Time at={lastFailureAt} age /> : '–'),
  },
  {
    id: 'paused',
    title: t('providers.paused'),
    cell: ({ pausedUntil }) => (pausedUntil ? <Time at={pausedUntil} /> : '–'),
  },
];

/** The vendors that verify, and the requests that none of them could answer. */
export function Providers(): ReactNode {
  const query = useQuery({
    queryKey: ['providers'],
    queryFn: ({ signal }) => api.administration.listProviders({ signal }),
    refetchInterval: POLL_MS,
  });
  const list = wholeList(
    query,
    ({ providers }) => providers,
    ({ label }) => label,
  );
  return (
    <div className="stack">
      <h1>{t('providers.title')}</h1>
      <p className="small quiet">{t('providers.here')}</p>
      <Table
        label={t('providers.title')}
        columns={COLUMNS}
        list={list}
        empty={t('providers.empty')}
      />
      <DeadLetters />
    </div>
  );
}
