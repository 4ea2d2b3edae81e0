import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { Field } from '../../parts/field.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { globalEntriesOf } from '../../queries/operators.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/operators.ts';

type Entry = Operations['listGlobalListEntries']['data']['items'][number];

const COLUMNS: Column<Entry>[] = [
  { id: 'id', title: t('entry.externalId'), cell: ({ externalId }) => externalId },
  { id: 'name', title: t('hit.name'), cell: ({ name }) => <Foreign text={name} /> },
  { id: 'kind', title: t('lists.kind'), cell: ({ entityType }) => wordsOf(entityType) },
  { id: 'dob', title: t('hit.dob'), cell: ({ dobs }) => dobs.join(', ') },
  { id: 'country', title: t('hit.country'), cell: ({ countries }) => countries.join(', ') },
];

/** The entries of a global list: all, those with words in their names, or one. */
export function GlobalEntries({ id }: { id: string }): ReactNode {
  const [name, setName] = useState('');
  const [externalId, setExternalId] = useState('');
  const [wanted, setWanted] = useState({});
  return (
    <ListSection
      title={t('globalLists.entries')}
      columns={COLUMNS}
      list={useList(globalEntriesOf(id, wanted))}
      empty={t('app.noneFits')}
    >
      <FilterForm
        onFilter={() => {
          const sought = { name: name.trim(), externalId: externalId.trim() };
          setWanted(Object.fromEntries(Object.entries(sought).filter(([, text]) => text !== '')));
        }}
      >
        <Field label={t('hit.name')} value={name} onChange={setName} />
        <Field label={t('entry.externalId')} value={externalId} onChange={setExternalId} />
      </FilterForm>
    </ListSection>
  );
}
