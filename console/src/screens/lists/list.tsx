import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { useTitle } from '../../data/title.ts';
import { textCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { Column } from '../../parts/table.tsx';
import { entriesOf, listWith } from '../../queries/lists.ts';
import { kindText } from '../../texts/text.ts';
import { t } from '../../texts/screens/lists.ts';
import { ManageList, removeOrAsk } from './manage-list.tsx';

const AddEntries = lazy(async () => ({
  default: (await import('./add-entries.tsx')).AddEntries,
}));

type Entry = Operations['listScreeningEntries']['data']['items'][number];

const COLUMNS: Column<Entry>[] = [
  { id: 'name', title: t('hit.name'), cell: ({ name }) => textCell(name) },
  { id: 'dob', title: t('hit.dob'), cell: ({ dob }) => dob ?? '–' },
  { id: 'country', title: t('hit.country'), cell: ({ country }) => country ?? '–' },
];

/** A list of the organization with its entries. */
export function OwnList(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const mayEdit = useMayChange('fraud:manage');
  const [added, setAdded] = useState<Operations['importScreeningEntries']['data']>();
  const [isAsked, setAsked] = useState(false);
  const list = useQuery(listWith(id));
  const entries = useList(entriesOf(id));
  useTitle(list.data?.name);
  if (list.isError && !list.data)
    return <Problem error={list.error} isPage retry={() => void list.refetch()} />;
  return (
    <ListScreen<Entry, 'remove'>
      title={list.data ? <Foreign text={list.data.name} /> : t('lists.title')}
      label={t('lists.entryCount')}
      columns={COLUMNS}
      list={entries}
      empty={t('lists.noEntries')}
      create={
        mayEdit && {
          text: t('lists.addEntries'),
          form: (onClose) => (
            <AddEntries
              id={id}
              onDone={(done) => {
                onClose();
                setAdded(done);
              }}
              onCancel={onClose}
            />
          ),
        }
      }
      actions={
        mayEdit && {
          of: () => ['remove'],
          textOf: () => t('lists.remove'),
          nameOf: ({ name }) => name,
          width: 9.5,
          open: (_, entry, onClose) => (
            <Confirm
              title={t('lists.remove')}
              name={entry.name}
              text={t('lists.removeWhy')}
              run={() =>
                removeOrAsk(entry.id, () =>
                  api.screeningLists.deleteEntry({ id, entryId: entry.id }),
                )
              }
              stale={[['entries', { id }], ['list', { id }], ['lists'], ['approvals']]}
              onClose={onClose}
              onDone={(done) => {
                onClose();
                setAsked(done === 'asked');
              }}
            />
          ),
        }
      }
    >
      {list.data && (
        <div className="toolbar">
          <p className="quiet small">
            {kindText(list.data.kind)} · {list.data.source} · <span className="code">{id}</span>
          </p>
          {mayEdit && <ManageList list={list.data} onAsked={() => setAsked(true)} />}
        </div>
      )}
      {isAsked && <p role="status">{t('lists.asked')}</p>}
      {added && (
        <p role="status">{t('lists.added', { count: added.added, leftOut: added.leftOut })}</p>
      )}
    </ListScreen>
  );
}
