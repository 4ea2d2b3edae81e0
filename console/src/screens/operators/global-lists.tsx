import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayOperate, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { kindText, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/operators.ts';

type GlobalList = Operations['listGlobalLists']['data']['items'][number];

const COLUMNS: Column<GlobalList>[] = [
  {
    id: 'name',
    title: t('lists.name'),
    cell: ({ id, name }) => (
      <Link to="/global-lists/$id" params={{ id }}>
        <Foreign text={name} />
      </Link>
    ),
  },
  { id: 'kind', title: t('lists.kind'), cell: ({ kind }) => kindText(kind) },
  { id: 'source', title: t('hit.source'), cell: ({ source }) => source },
  {
    id: 'entries',
    title: t('lists.entryCount'),
    isNumber: true,
    cell: ({ entryCount }) => numberText(entryCount),
  },
  {
    id: 'imported',
    title: t('globalLists.imported'),
    cell: ({ importedAt }) => <Time at={importedAt} age />,
  },
  {
    id: 'origin',
    title: t('globalLists.last'),
    cell: ({ origin }) =>
      origin?.error ? <Badge tone="bad">{t('globalLists.failed')}</Badge> : checkedOf(origin),
  },
];

function checkedOf(origin: GlobalList['origin']): ReactNode {
  return origin?.checkedAt ? <Time at={origin.checkedAt} age /> : '–';
}

const ImportList = lazy(async () => ({
  default: (await import('./import-list.tsx')).ImportList,
}));

/** The lists that every organization is screened against, and how old they are. */
export function GlobalLists(): ReactNode {
  const { data: me } = useMe();
  const [isImporting, setImporting] = useState(false);
  const list = useList<GlobalList>(
    ['global lists'],
    ({ id }) => id,
    (place, signal) => api.administration.listGlobalLists({ limit: 100, ...place }, { signal }),
  );
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('globalLists.title')}</h1>
        {mayOperate(me) && (
          <PlainButton look="primary" onPress={() => setImporting(true)}>
            {t('globalLists.import')}
          </PlainButton>
        )}
      </div>
      <Table
        label={t('globalLists.title')}
        columns={COLUMNS}
        list={list}
        empty={t('globalLists.empty')}
      />
      <Window
        title={t('globalLists.import')}
        isOpen={isImporting}
        onClose={() => setImporting(false)}
      >
        <Suspense>
          <ImportList onDone={() => setImporting(false)} />
        </Suspense>
      </Window>
    </div>
  );
}
