import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useAddress, valueIn } from '../../data/address.ts';
import { useList } from '../../data/list.ts';
import { Badge } from '../../parts/badge.tsx';
import { Field } from '../../parts/field.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { StateChoice } from '../../parts/state-choice.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { threadsWith, type Owner, type ThreadFilters } from '../../queries/threads.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/threads.ts';
import { Inbox } from './inbox.tsx';

type Thread = Operations['listThreads']['data']['items'][number];
type Status = NonNullable<Operations['listThreads']['input']['status']>;

const STATUSES: readonly Status[] = ['OPEN', 'CLOSED', 'ARCHIVED'];

const COLUMNS: Column<Thread>[] = [
  {
    id: 'subject',
    title: t('threads.subject'),
    cell: ({ id, subject }) => (
      <Link to="/threads/$id" params={{ id }}>
        {subject ? <Foreign text={subject} /> : <span className="code">{id}</span>}
      </Link>
    ),
  },
  {
    id: 'channel',
    title: t('threads.channel'),
    cell: ({ channel }) => <Foreign text={channel} />,
  },
  {
    id: 'status',
    title: t('threads.status'),
    cell: ({ status }) => (
      <Badge tone={status === 'OPEN' ? 'good' : 'quiet'}>{wordsOf(status)}</Badge>
    ),
  },
  {
    id: 'messages',
    title: t('threads.messages'),
    isNumber: true,
    cell: ({ messageCount }) => numberText(messageCount),
  },
  {
    id: 'last',
    title: t('threads.last'),
    cell: ({ lastActivityAt }) => <Time at={lastActivityAt} age />,
  },
];

/** The threads of the organization's customers and agents: all threads, or the inbox of one participant. */
export function Threads(): ReactNode {
  const [address, show] = useAddress(['status']);
  const status = valueIn(STATUSES, address.status);
  const [typed, setTyped] = useState<Owner>({ externalId: '', role: '' });
  const [owner, setOwner] = useState<Owner>();
  const filters = status ? { status } : {};
  return (
    <div className="stack">
      <h1>{t('threads.title')}</h1>
      <FilterForm
        onFilter={() => {
          const role = typed.role.trim();
          setOwner(typed.externalId === '' && role === '' ? undefined : { ...typed, role });
        }}
      >
        <StateChoice
          label={t('threads.status')}
          all={t('threads.all')}
          states={STATUSES}
          textOf={wordsOf}
          value={status}
          onChange={(one) => show({ status: one ?? '' })}
        />
        <Field
          label={t('threads.inboxOf')}
          value={typed.externalId}
          onChange={(externalId) => setTyped({ ...typed, externalId })}
          isRequired={typed.role !== ''}
        />
        <Field
          label={t('threads.role')}
          value={typed.role}
          onChange={(role) => setTyped({ ...typed, role })}
          isRequired={typed.externalId !== ''}
        />
      </FilterForm>
      {owner ? <Inbox owner={owner} filters={filters} /> : <All filters={filters} />}
    </div>
  );
}

function All({ filters }: { filters: ThreadFilters }): ReactNode {
  const list = useList(threadsWith(filters));
  return (
    <Table
      label={t('threads.title')}
      columns={COLUMNS}
      list={list}
      empty={t(filters.status === undefined ? 'threads.empty' : 'app.noneFits')}
    />
  );
}
