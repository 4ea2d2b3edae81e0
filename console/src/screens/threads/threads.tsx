import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Badge } from '../../parts/badge.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/threads.ts';

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

/** The conversations of the organization's own customers and agents. */
export function Threads(): ReactNode {
  const [status, setStatus] = useState<Status | typeof ALL>(ALL);
  const list = useList<Thread>(
    ['threads', status],
    ({ id }) => id,
    (place, signal) =>
      api.threads.list({ limit: 100, ...(status !== ALL && { status }), ...place }, { signal }),
  );
  return (
    <div className="stack">
      <h1>{t('threads.title')}</h1>
      <div className="toolbar">
        <Choice label={t('threads.status')} options={OPTIONS} value={status} onChange={setStatus} />
      </div>
      <Table label={t('threads.title')} columns={COLUMNS} list={list} empty={t('threads.empty')} />
    </div>
  );
}
