import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { Badge } from '../../parts/badge.tsx';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Polite } from '../../parts/polite.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { inboxOf, unreadOf, type Owner, type ThreadFilters } from '../../queries/threads.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/threads.ts';

type Item = Operations['readInbox']['data']['items'][number];
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
      <Badge tone={status === 'OPEN' ? 'good' : 'quiet'}>{wordsOf(status)}</Badge>
    ),
  },
  {
    id: 'preview',
    title: t('threads.lastMessage'),
    cell: ({ lastMessage }) => textCell(lastMessage?.content),
  },
  {
    id: 'last',
    title: t('threads.last'),
    cell: ({ lastMessage }) => timeCell(lastMessage?.createdAt, true),
  },
];

/** The inbox of one participant: threads with their unread messages, and the sum over open threads as the API counts it. */
export function Inbox({
  owner,
  filters,
  label = t('threads.title'),
}: {
  owner: Owner;
  filters: ThreadFilters;
  /** The name of the table. */
  label?: string;
}): ReactNode {
  const unread = useQuery(unreadOf(owner));
  const list = useList(inboxOf(owner, filters));
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
        label={label}
        columns={COLUMNS}
        list={list}
        empty={t('threads.emptyInbox', { role: wordsOf(owner.role) })}
      />
    </>
  );
}
