import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Polite } from '../../parts/polite.tsx';
import { Problem, One } from '../../parts/problem.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { messagesOf, readStatesOf, threadWith } from '../../queries/threads.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/threads.ts';
import { Reply, sendersOf } from './reply.tsx';

type Thread = Operations['getThread']['data'];
type ReadState = Operations['listReadStates']['data']['readStates'][number];
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
    title: t('threads.message'),
    cell: ({ content, deletedAt, editedAt }) => (
      <>
        {deletedAt || content === null ? (
          <span className="quiet">{t('threads.deleted')}</span>
        ) : (
          <span className="written">
            <Foreign text={content} />
          </span>
        )}
        {editedAt && <span className="quiet small"> {t('threads.edited')}</span>}
      </>
    ),
  },
];

/** A thread, newest messages first, and the state of reading of each participant. */
export function ThreadScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(threadWith(id));
  return <One query={query}>{(data) => <Loaded data={data} />}</One>;
}

function Loaded({ data }: { data: Thread }): ReactNode {
  const { id } = data;
  const mayWrite = useMayChange('threads:manage');
  const senders = sendersOf(data.participants);
  const states = useQuery(readStatesOf(id));
  const stateOf = new Map(states.data?.readStates.map((state) => [state.participantId, state]));
  const list = useList(messagesOf(id));
  const newest = list.query.isSuccess ? (list.rows[0]?.sequence ?? 0) : undefined;
  return (
    <div className="stack">
      <div className="head">
        <h1>
          <Foreign text={data.subject ?? data.id} />{' '}
          <Badge tone={data.status === 'OPEN' ? 'good' : 'quiet'}>{wordsOf(data.status)}</Badge>
        </h1>
        <div className="toolbar">
          {newest !== undefined && <News newest={newest} />}
          <PrintButton />
        </div>
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
                <Read state={stateOf.get(participant.participantId)} />
              </>,
            ]),
          ]}
        />
      </div>
      {states.isError && <Problem error={states.error} />}
      {mayWrite && data.status === 'OPEN' && senders.length > 0 && (
        <Reply threadId={id} senders={senders} />
      )}
      <Table
        label={t('threads.messages')}
        columns={COLUMNS}
        list={list}
        empty={t('threads.noMessages')}
      />
    </div>
  );
}

/** The number of unread messages of a participant, and the time of the last reading. */
function Read({ state }: { state: ReadState | undefined }): ReactNode {
  if (!state) return null;
  const { unreadCount, lastReadAt } = state;
  return (
    <span className="small">
      {unreadCount === 0 ? (
        <span className="quiet">{t('threads.allRead')}</span>
      ) : (
        <strong>{t('threads.unreadCount', { count: numberText(unreadCount) })}</strong>
      )}{' '}
      {lastReadAt && (
        <span className="quiet">
          {t('threads.readAt')} <Time at={lastReadAt} />
        </span>
      )}
    </span>
  );
}

/** The number of messages that came since the screen was opened. @param newest the sequence number of the last message */
function News({ newest }: { newest: number }): ReactNode {
  const [opened] = useState(newest);
  const count = newest - opened;
  return (
    <Polite
      className="small quiet"
      text={count === 0 ? '' : t('threads.news', { count: numberText(count) })}
    />
  );
}
