import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { wholeList } from '../../data/whole.ts';
import { Badge, toneOf } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { PROVIDERS } from '../../queries/operators.ts';
import { wordsOf } from '../../texts/text.ts';
import { breakerText, t } from '../../texts/screens/operators.ts';
import { DeadLetters } from './dead-letters.tsx';

type Provider = Operations['listProviders']['data']['providers'][number];

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
    cell: ({ lastFailureAt }) => timeCell(lastFailureAt, true),
  },
  {
    id: 'paused',
    title: t('providers.paused'),
    cell: ({ pausedUntil }) => timeCell(pausedUntil),
  },
];

/** The providers of verifications, and the requests that no provider answered. */
export function Providers(): ReactNode {
  const query = useQuery(PROVIDERS);
  const list = wholeList(
    query,
    ({ providers }) => providers,
    ({ label }) => label,
  );
  return (
    <div className="stack">
      <ListScreen
        title={t('providers.title')}
        columns={COLUMNS}
        list={list}
        empty={t('providers.empty')}
      >
        <p className="small quiet">{t('providers.here')}</p>
      </ListScreen>
      <DeadLetters />
    </div>
  );
}
