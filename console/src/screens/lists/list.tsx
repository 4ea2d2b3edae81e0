import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { kindText } from '../../texts/text.ts';
import { t } from '../../texts/screens/lists.ts';

const AddEntries = lazy(async () => ({
  default: (await import('./add-entries.tsx')).AddEntries,
}));

type Entry = Operations['listScreeningEntries']['data']['items'][number];

/** A list of the organization with its entries. */
export function ListScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: me } = useMe();
  const mayEdit = me !== undefined && mayChange(me, 'fraud:manage');
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<Operations['importScreeningEntries']['data']>();
  const list = useQuery({
    queryKey: ['list', id],
    queryFn: ({ signal }) => api.screeningLists.get({ id }, { signal }),
  });
  const entries = useList<Entry>(
    ['entries', id],
    (entry) => entry.id,
    (place, signal) => api.screeningLists.listEntries({ id, limit: 100, ...place }, { signal }),
  );
  const [removed, setRemoved] = useState<Entry>();
  const columns: Column<Entry>[] = [
    { id: 'name', title: t('hit.name'), cell: ({ name }) => <Foreign text={name} /> },
    { id: 'dob', title: t('hit.dob'), cell: ({ dob }) => dob ?? '–' },
    { id: 'country', title: t('hit.country'), cell: ({ country }) => country ?? '–' },
  ];
  if (mayEdit)
    columns.push({
      id: 'remove',
      title: t('app.actions'),
      cell: (entry) => (
        <PlainButton
          look="quiet"
          aria-label={`${t('lists.remove')}: ${entry.name}`}
          onPress={() => setRemoved(entry)}
        >
          {t('lists.remove')}
        </PlainButton>
      ),
    });
  if (list.isError && !list.data)
    return <Problem error={list.error} isPage retry={() => void list.refetch()} />;
  return (
    <div className="stack">
      <div className="head">
        <h1>{list.data ? <Foreign text={list.data.name} /> : t('lists.title')}</h1>
        {mayEdit && (
          <PlainButton look="primary" onPress={() => setAdding(true)}>
            {t('lists.addEntries')}
          </PlainButton>
        )}
      </div>
      {list.data && (
        <p className="quiet small">
          {kindText(list.data.kind)} · {list.data.source} · <span className="code">{id}</span>
        </p>
      )}
      {added && (
        <p role="status">
          {t('lists.added', {
            count: added.added,
            leftOut: added.leftOut,
          })}
        </p>
      )}
      <Table
        label={t('lists.entryCount')}
        columns={columns}
        list={entries}
        empty={t('lists.noEntries')}
      />
      {removed && (
        <Confirm
          title={t('lists.remove')}
          text={
            <>
              <Foreign text={removed.name} />: {t('lists.removeWhy')}
            </>
          }
          run={() => api.screeningLists.deleteEntry({ id, entryId: removed.id })}
          stale={[['entries', id], ['list', id], ['lists']]}
          onClose={() => setRemoved(undefined)}
        />
      )}
      <Window title={t('lists.addEntries')} isOpen={isAdding} onClose={() => setAdding(false)}>
        <Suspense>
          <AddEntries
            id={id}
            onDone={(done) => {
              setAdding(false);
              setAdded(done);
            }}
            onCancel={() => setAdding(false)}
          />
        </Suspense>
      </Window>
    </div>
  );
}
