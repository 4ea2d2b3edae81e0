import { useParams } from '@tanstack/react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/lists.ts';
import { readPasted } from './pasted.ts';

type Entry = Operations['listScreeningEntries']['data']['items'][number];

/** The problems that are shown; others are counted. */
const MOST_PROBLEMS = 20;

/** A list of the organization with its entries. */
export function ListScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: me } = useMe();
  const client = useQueryClient();
  const mayEdit = me !== undefined && mayChange(me, 'fraud:manage');
  const [isAdding, setAdding] = useState(false);
  const list = useQuery({
    queryKey: ['list', id],
    queryFn: ({ signal }) => api.screeningLists.get({ id }, { signal }),
  });
  const entries = useList<Entry>(
    ['entries', id],
    (entry) => entry.id,
    (place, signal) => api.screeningLists.listEntries({ id, limit: 100, ...place }, { signal }),
  );
  const removed = useMutation({
    mutationFn: (entryId: string) => api.screeningLists.deleteEntry({ id, entryId }),
    onSettled: () => client.invalidateQueries({ queryKey: ['entries', id] }),
  });
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
          onPress={() => removed.mutate(entry.id)}
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
          {list.data.kind} · {list.data.source} · <span className="code">{id}</span>
        </p>
      )}
      {removed.isError && <Problem error={removed.error} />}
      <Table
        label={t('lists.entryCount')}
        columns={columns}
        list={entries}
        empty={t('lists.noEntries')}
      />
      <Window title={t('lists.addEntries')} isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddEntries
          id={id}
          onDone={() => {
            setAdding(false);
            void client.invalidateQueries({ queryKey: ['entries', id] });
            void client.invalidateQueries({ queryKey: ['lists'] });
          }}
        />
      </Window>
    </div>
  );
}

function AddEntries({ id, onDone }: { id: string; onDone: () => void }): ReactNode {
  const [text, setText] = useState('');
  const { entries, problems } = readPasted(text);
  const added = useMutation({
    mutationFn: () => api.screeningLists.addEntries({ id, body: { entries } }),
    onSuccess: onDone,
  });
  return (
    <Form sending={added} isReady={entries.length > 0 && problems.length === 0} onCancel={onDone}>
      <Field label={t('lists.paste')} lines value={text} onChange={setText} autoFocus />
      <p role="status">
        {t('lists.preview', {
          good: numberText(entries.length),
          bad: numberText(problems.length),
        })}
      </p>
      {problems.length > 0 && (
        <ul className="field-error">
          {problems.slice(0, MOST_PROBLEMS).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Form>
  );
}
