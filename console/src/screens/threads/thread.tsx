import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Badge } from '../../parts/badge.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/threads.ts';

type Thread = Operations['getThread']['data'];
type Message = Operations['listMessages']['data']['items'][number];

const COLUMNS: Column<Message>[] = [
  { id: 'at', title: t('verifications.at'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'who',
    title: t('threads.by'),
    cell: ({ participantExternalId, participantRole }) => (
      <>
        <Foreign text={participantExternalId} />{' '}
        <span className="quiet small">{participantRole}</span>
      </>
    ),
  },
  {
    id: 'text',
    title: t('threads.messages'),
    cell: ({ content, deletedAt, editedAt }) => (
      <>
        {deletedAt || content === null ? (
          <span className="quiet">{t('threads.deleted')}</span>
        ) : (
          <Foreign text={content} />
        )}
        {editedAt && <span className="quiet small"> {t('threads.edited')}</span>}
      </>
    ),
  },
];

/** A conversation, the last messages first, and how far everybody has read. */
export function ThreadScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery({
    queryKey: ['thread', id],
    queryFn: ({ signal }) => api.threads.get({ threadId: id }, { signal }),
  });
  return <One query={query}>{(data) => <Loaded data={data} />}</One>;
}

function Loaded({ data }: { data: Thread }): ReactNode {
  const { id } = data;
  const states = useQuery({
    queryKey: ['thread', id, 'read states', data.messageCount],
    queryFn: ({ signal }) => api.threads.listReadStates({ threadId: id }, { signal }),
  });
  const readAt = new Map(
    states.data?.readStates.map(({ participantId, lastReadAt }) => [participantId, lastReadAt]),
  );
  const list = useList<Message>(
    ['messages', id, data.messageCount],
    (message) => message.id,
    async (place, signal) => {
      const part = await api.threads.listMessages(
        { threadId: id, limit: 100, before: data.messageCount + 1, ...place },
        { signal },
      );
      return { ...part, items: part.items.toReversed() };
    },
  );
  return (
    <div className="stack">
      <div className="head">
        <h1>
          <Foreign text={data.subject ?? data.id} />{' '}
          <Badge tone={data.status === 'OPEN' ? 'good' : 'quiet'}>
            {data.status.toLowerCase()}
          </Badge>
        </h1>
        <PrintButton />
      </div>
      <div className="panel">
        <Facts
          rows={[
            [t('threads.channel'), <Foreign key="channel" text={data.channel} />],
            [t('threads.entity'), data.entityId && <Foreign key="entity" text={data.entityId} />],
            ...data.participants.map((participant): [string, ReactNode] => [
              participant.role,
              <>
                <Foreign text={participant.externalId} />{' '}
                <span className="quiet small">
                  <ReadAt at={readAt.get(participant.participantId)} />
                </span>
              </>,
            ]),
          ]}
        />
      </div>
      <Table
        label={t('threads.messages')}
        columns={COLUMNS}
        list={list}
        empty={t('threads.noMessages')}
      />
    </div>
  );
}

function ReadAt({ at }: { at: string | null | undefined }): ReactNode {
  if (!at) return null;
  return (
    <>
      {t('threads.readAt')} <Time at={at} />
    </>
  );
}
