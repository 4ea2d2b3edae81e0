import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMayChange } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { timeCell } from '../../parts/cells.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { idOf } from '../../queries/define.ts';
import { LISTS } from '../../queries/lists.ts';
import { kindText, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/lists.ts';

type List = Operations['listScreeningLists']['data']['lists'][number];
type Kind = Operations['createScreeningList']['input']['body']['kind'];

const COLUMNS: Column<List>[] = [
  {
    id: 'name',
    title: t('lists.name'),
    cell: ({ id, name }) => (
      <Link to="/lists/$id" params={{ id }}>
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
  { id: 'updated', title: t('lists.updated'), cell: ({ updatedAt }) => timeCell(updatedAt) },
];

const KINDS: { id: Kind; text: string }[] = [
  { id: 'tenant_blocklist', text: kindText('tenant_blocklist') },
  { id: 'tenant_allowlist', text: kindText('tenant_allowlist') },
];

/** The organization's own lists. */
export function Lists(): ReactNode {
  const mayCreate = useMayChange('fraud:manage');
  return (
    <ListScreen
      title={t('lists.title')}
      columns={COLUMNS}
      list={wholeList(useQuery(LISTS), ({ lists }) => lists, idOf)}
      empty={t('lists.empty')}
      create={
        mayCreate && {
          text: t('lists.new'),
          form: (onClose) => <NewList onDone={onClose} />,
        }
      }
    />
  );
}

/** The characters of a source that the API accepts. */
const SOURCE = /^[A-Za-z0-9._:-]*$/;

function NewList({ onDone }: { onDone: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [source, setSource] = useState('');
  const isWrong = !SOURCE.test(source);
  const [kind, setKind] = useState<Kind>('tenant_blocklist');
  const made = useChange(
    () => api.screeningLists.create({ body: { name, source, kind } }),
    [['lists']],
    onDone,
  );
  return (
    <Form sending={made} isReady={!isWrong} onCancel={onDone}>
      <Field label={t('lists.name')} value={name} onChange={setName} isRequired autoFocus />
      <Field
        label={t('lists.source')}
        value={source}
        onChange={setSource}
        note={t(isWrong ? 'lists.wrongSource' : 'lists.sourceNote')}
        isWrong={isWrong}
        isRequired
      />
      <Choice label={t('lists.kind')} options={KINDS} value={kind} onChange={setKind} />
    </Form>
  );
}
