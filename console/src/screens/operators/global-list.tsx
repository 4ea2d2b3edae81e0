import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { later } from '../../parts/later.tsx';
import { useList } from '../../data/list.ts';
import { mayOperate, useMe } from '../../data/me.ts';
import { useTitle } from '../../data/title.ts';
import { PlainButton } from '../../parts/button.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Time } from '../../parts/time.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Problem, One } from '../../parts/problem.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import type { Column } from '../../parts/table.tsx';
import { globalListWith, versionsOf } from '../../queries/operators.ts';
import { kindText, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/operators.ts';
import { RefusedFile } from './refused-file.tsx';

// The first view does not need these parts, so they load later.
const GlobalEntries = later(async () => (await import('./global-entries.tsx')).GlobalEntries);
const OriginForm = later(async () => (await import('./origin-form.tsx')).OriginForm);
const VersionScreen = later(async () => (await import('./version.tsx')).VersionScreen);

type GlobalList = Operations['getGlobalList']['data'];
type Version = Operations['listGlobalListVersions']['data']['items'][number];

/** A global list: its origin, its versions, and the changes of each version. */
export function GlobalListScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(globalListWith(id));
  return <One query={query}>{(data) => <Loaded data={data} />}</One>;
}

function Loaded({ data }: { data: GlobalList }): ReactNode {
  const { origin } = data;
  useTitle(data.name);
  const [version, setVersion] = useState<Version>();
  return (
    <div className="stack">
      <h1>
        <Foreign text={data.name} />
      </h1>
      <div className="panel">
        <Facts
          rows={[
            [t('hit.source'), data.source],
            [t('lists.kind'), kindText(data.kind)],
            [t('globalLists.format'), data.format],
            [t('lists.entryCount'), numberText(data.entryCount)],
            [t('globalLists.revision'), numberText(data.revision)],
            [t('globalLists.imported'), <Time key="imported" at={data.importedAt} />],
            [t('globalLists.origin'), origin && <Foreign key="origin" text={origin.location} />],
            [
              t('globalLists.last'),
              origin?.checkedAt && <Time key="checked" at={origin.checkedAt} />,
            ],
            [
              t('globalLists.failed'),
              origin?.error && (
                <>
                  {origin.failedAt && <Time at={origin.failedAt} />} · {origin.error}
                </>
              ),
            ],
            [t('globalLists.openDates'), data.openDates && numberText(data.openDates)],
            [t('globalLists.next'), origin?.dueAt && <Time key="due" at={origin.dueAt} />],
          ]}
        />
      </div>
      <SetOrigin data={data} />
      {origin && <Refresh id={data.id} />}
      {origin && <RefusedFile id={data.id} origin={origin} />}
      <Versions id={data.id} newest={data.revision} onOpen={setVersion} />
      <Suspense>
        {version !== undefined && (
          <VersionScreen key={version.revision} id={data.id} version={version} />
        )}
      </Suspense>
      <Suspense>
        <GlobalEntries id={data.id} />
      </Suspense>
    </div>
  );
}

function SetOrigin({ data }: { data: GlobalList }): ReactNode {
  const { data: me } = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!mayOperate(me)) return null;
  return (
    <div className="toolbar no-print">
      <PlainButton onPress={() => setOpen(true)}>{t('globalLists.setOrigin')}</PlainButton>
      <Window title={t('globalLists.setOrigin')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense>
          <OriginForm list={data} onDone={() => setOpen(false)} />
        </Suspense>
      </Window>
    </div>
  );
}

function Refresh({ id }: { id: string }): ReactNode {
  const { data: me } = useMe();
  const asked = useChange(
    () => api.administration.refreshGlobalList({ id, body: {} }),
    [['global list', { id }], ['global lists']],
  );
  if (!mayOperate(me)) return null;
  return (
    <div className="toolbar no-print">
      <PlainButton onPress={() => asked.mutate()} isDisabled={asked.isPending}>
        {t('globalLists.refresh')}
      </PlainButton>
      <p role="status">{asked.isSuccess && t('globalLists.refreshed')}</p>
      {asked.isError && <Problem error={asked.error} />}
    </div>
  );
}

function Versions({
  id,
  newest,
  onOpen,
}: {
  id: string;
  newest: number;
  onOpen: (version: Version) => void;
}): ReactNode {
  const columns: Column<Version>[] = [
    {
      id: 'revision',
      title: t('globalLists.revision'),
      cell: ({ revision }) => numberText(revision),
    },
    {
      id: 'imported',
      title: t('globalLists.imported'),
      cell: ({ importedAt }) => timeCell(importedAt),
    },
    ...(['added', 'changed', 'removed', 'rejected'] as const).map((what): Column<Version> => ({
      id: what,
      title: t(`globalLists.${what}`),
      isNumber: true,
      cell: (version) => numberText(version[what]),
    })),
    {
      id: 'entries',
      title: t('lists.entryCount'),
      isNumber: true,
      cell: ({ entryCount }) => numberText(entryCount),
    },
    {
      id: 'show',
      title: t('app.actions'),
      cell: (version) => (
        <RowActions
          name={String(version.revision)}
          actions={['show']}
          textOf={() => t('globalLists.show')}
          onPress={() => onOpen(version)}
        />
      ),
    },
  ];
  return (
    <ListSection
      title={t('globalLists.versions')}
      columns={columns}
      list={useList(versionsOf(id, newest))}
      empty={t('globalLists.noVersions')}
    />
  );
}
