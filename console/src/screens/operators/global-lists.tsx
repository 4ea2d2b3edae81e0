import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { mayOperate, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { GLOBAL_LISTS } from '../../queries/operators.ts';
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
    cell: ({ importedAt }) => timeCell(importedAt, true),
  },
  {
    id: 'origin',
    title: t('globalLists.last'),
    cell: ({ origin }) =>
      origin?.error ? (
        <Badge tone="bad">{t('globalLists.failed')}</Badge>
      ) : (
        timeCell(origin?.checkedAt, true)
      ),
  },
];

const ImportList = lazy(async () => ({
  default: (await import('./import-list.tsx')).ImportList,
}));

/** The lists that every organization is screened against, and their age. */
export function GlobalLists(): ReactNode {
  const { data: me } = useMe();
  return (
    <ListScreen
      title={t('globalLists.title')}
      columns={COLUMNS}
      list={useList(GLOBAL_LISTS)}
      empty={t('globalLists.empty')}
      create={
        mayOperate(me) && {
          text: t('globalLists.import'),
          form: (onClose) => <ImportList onDone={onClose} />,
        }
      }
    />
  );
}
