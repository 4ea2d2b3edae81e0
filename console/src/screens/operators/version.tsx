import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { wholeList } from '../../data/whole.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { changesOf, rejectionsOf } from '../../queries/operators.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/operators.ts';

type Version = Operations['listGlobalListVersions']['data']['items'][number];
type Change = Operations['listGlobalListChanges']['data']['items'][number];
type Rejection = NonNullable<Operations['listGlobalListRejections']['data']['rejections']>[number];
type Props = { id: string; version: Version };

/** The changes of a version of a global list, and the omitted rows of its file. */
export function VersionScreen({ id, version }: Props): ReactNode {
  return (
    <>
      <Changes id={id} version={version} />
      {version.rejected > 0 && <Rejected id={id} version={version} />}
    </>
  );
}

function Changes({ id, version }: { id: string; version: Version }): ReactNode {
  const columns: Column<Change>[] = [
    { id: 'change', title: t('globalLists.change'), cell: ({ change }) => change },
    { id: 'id', title: t('entry.externalId'), cell: ({ externalId }) => externalId },
    { id: 'name', title: t('hit.name'), cell: ({ name }) => <Foreign text={name} /> },
    {
      id: 'what',
      title: t('audit.change'),
      cell: ({ before, after }) =>
        before && after ? (
          <span className="code">
            {JSON.stringify(before)} → {JSON.stringify(after)}
          </span>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <ListSection
      title={
        <>
          {t('globalLists.changes')} · {numberText(version.revision)}
        </>
      }
      label={t('globalLists.changes')}
      columns={columns}
      list={useList(changesOf(id, version.revision))}
      empty={t(
        version.added === version.entryCount ? 'globalLists.first' : 'globalLists.noChanges',
      )}
    />
  );
}

const FILES: ReadonlyMap<string, Parameters<typeof t>[0]> = new Map([
  ['main', 'globalLists.main'],
  ['aliases', 'globalLists.aliases'],
  ['addresses', 'globalLists.addresses'],
  ['comments', 'globalLists.comments'],
]);

const REJECTED: Column<Rejection & { at: number }>[] = [
  {
    id: 'file',
    title: t('globalLists.file'),
    cell: ({ file }) => {
      const text = FILES.get(file);
      return text === undefined ? file : t(text);
    },
  },
  {
    id: 'line',
    title: t('globalLists.line'),
    isNumber: true,
    cell: ({ line }) => (line === 0 ? '–' : numberText(line)),
  },
  {
    id: 'reason',
    title: t('globalLists.reason'),
    cell: ({ reason }) => <Foreign text={reason} />,
  },
];

function Rejected({ id, version: { revision, rejected } }: Props): ReactNode {
  const query = useQuery(rejectionsOf(id, revision));
  const list = wholeList(
    query,
    ({ rejections }) => (rejections ?? []).map((one, at) => ({ ...one, at })),
    ({ at }) => String(at),
  );
  return (
    <ListSection
      title={t('globalLists.rejections', { count: numberText(rejected) })}
      label={t('globalLists.rejected')}
      columns={REJECTED}
      list={list}
      empty={t('globalLists.noRejections')}
    >
      {rejected > list.rows.length && query.isSuccess && (
        <p className="small quiet">{t('globalLists.rejectionsKept')}</p>
      )}
    </ListSection>
  );
}
