import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/threads.ts';
import { Inbox, type Owner } from './inbox.tsx';

type Thread = Operations['listThreads']['data']['items'][number];
type Status = NonNullable<Operations['listThreads']['input']['status']>;

const ALL = 'all';
const OPTIONS = ([ALL, 'OPEN', 'CLOSED', 'ARCHIVED'] as const).map((id) => {
  return { id, text: id === ALL ? t('threads.all') : id.toLowerCase() };
});

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
      <Badge tone={status === 'OPEN' ? 'good' : 'quiet'}>{status.toLowerCase()}</Badge>
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

/** The conversations of the organization's own customers and agents: all of them, or the inbox of one. */
export function Threads(): ReactNode {
  const [status, setStatus] = useState<Status | typeof ALL>(ALL);
  const [typed, setTyped] = useState<Owner>({ externalId: '', role: '' });
  const [owner, setOwner] = useState<Owner>();
  const filter = status === ALL ? {} : { status };
  return (
    <div className="stack">
      <h1>{t('threads.title')}</h1>
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          const role = typed.role.trim();
          setOwner(typed.externalId === '' && role === '' ? undefined : { ...typed, role });
        }}
      >
        <Choice label={t('threads.status')} options={OPTIONS} value={status} onChange={setStatus} />
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
        <PlainButton type="submit">{t('app.filter')}</PlainButton>
      </form>
      {owner ? <Inbox owner={owner} status={filter} /> : <All status={filter} />}
    </div>
  );
}

function All({ status }: { status: { status?: Status } }): ReactNode {
  const list = useList<Thread>(
    ['threads', status],
    ({ id }) => id,
    (place, signal) => api.threads.list({ limit: 100, ...status, ...place }, { signal }),
  );
  return (
    <Table
      label={t('threads.title')}
      columns={COLUMNS}
      list={list}
      empty={t(status.status === undefined ? 'threads.empty' : 'app.noneFits')}
    />
  );
}
