import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Badge } from '../../parts/badge.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Polite } from '../../parts/polite.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/threads.ts';

type Item = Operations['readInbox']['data']['items'][number];
type Query = Operations['readInbox']['input'];
/** Whose inbox it is: an id of the organization's own, in a role. */
export type Owner = Pick<Query, 'externalId' | 'role'>;

const COLUMNS: Column<Item>[] = [
  {
    id: 'subject',
    title: t('threads.subject'),
    cell: ({ thread: { id, subject } }) => (
      <Link to="/threads/$id" params={{ id }}>
        {subject ? <Foreign text={subject} /> : <span className="code">{id}</span>}
      </Link>
    ),
  },
  {
    id: 'unread',
    title: t('threads.unread'),
    isNumber: true,
    cell: ({ unreadCount }) =>
      unreadCount === 0 ? '0' : <strong>{numberText(unreadCount)}</strong>,
  },
  {
    id: 'messages',
    title: t('threads.messages'),
    isNumber: true,
    cell: ({ thread: { messageCount } }) => numberText(messageCount),
  },
  {
    id: 'status',
    title: t('threads.status'),
    cell: ({ thread: { status } }) => (
      <Badge tone={status === 'OPEN' ? 'good' : 'quiet'}>{status.toLowerCase()}</Badge>
    ),
  },
  {
    id: 'preview',
    title: t('threads.lastMessage'),
    cell: ({ lastMessage }) => (lastMessage ? <Foreign text={lastMessage.content} /> : '–'),
  },
  {
    id: 'last',
    title: t('threads.last'),
    cell: ({ lastMessage }) => (lastMessage ? <Time at={lastMessage.createdAt} age /> : '–'),
  },
];

/** The inbox of one participant: the threads with what is unread in each, and the sum over those that are open, as the API counts them. */
export function Inbox({
  owner,
  status,
}: {
  owner: Owner;
  status: Pick<Query, 'status'>;
}): ReactNode {
  const unread = useQuery({
    queryKey: ['threads', 'unread', owner],
    queryFn: ({ signal }) => api.threads.countUnread(owner, { signal }),
  });
  const list = useList<Item>(
    ['threads', 'inbox', owner, status],
    ({ thread }) => thread.id,
    (place, signal) =>
      api.threads.readInbox({ limit: 50, ...owner, ...status, ...place }, { signal }),
  );
  const count = unread.data?.count;
  const words = t(owner.role === 'customer' ? 'threads.unreadByCustomer' : 'threads.unreadOpen');
  return (
    <>
      {unread.isError && <Problem error={unread.error} />}
      {count !== undefined && (
        <p>
          <span className="figure">{numberText(count)}</span> {words}
        </p>
      )}
      <Polite
        text={
          count === undefined ? '' : t('threads.unreadTold', { count: numberText(count), words })
        }
      />
      <Table
        label={t('threads.title')}
        columns={COLUMNS}
        list={list}
        empty={t('threads.emptyInbox', { role: wordsOf(owner.role) })}
      />
    </>
  );
}
