import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { isAbout } from '../../data/refused-file.ts';
import { Badge } from '../../parts/badge.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/refused.ts';
import { RequestActions, TakeFile } from './request-actions.tsx';

type Request = Operations['listPlatformApprovals']['data']['items'][number];
type GlobalList = Operations['listGlobalLists']['data']['items'][number];
type Refused = NonNullable<NonNullable<GlobalList['origin']>['refused']>;

function harmOf(detail: Request['detail']): string {
  const { removedEntries, entries } = detail as unknown as Refused;
  const removed = { count: numberText(removedEntries), all: numberText(entries) };
  return `${t('refused.entries')}: ${t('refused.of', removed)}`;
}

/** The requests of operators for a second one, who does it here or where the file is shown. */
export function PlatformApprovals(): ReactNode {
  const [taken, setTaken] = useState<string>();
  const requests = useList<Request>(
    ['platform approvals'],
    ({ id }) => id,
    (place, signal) =>
      api.approvals.listPlatform({ status: 'pending', limit: 100, ...place }, { signal }),
  );
  const { data } = useQuery({
    queryKey: ['global lists', 'refused'],
    queryFn: ({ signal }) => api.administration.listGlobalLists({ limit: 100 }, { signal }),
  });
  const lists = new Map(data?.items.map((list) => [list.id, list]));
  const isVoid = ({ objectId, detail }: Request): boolean => {
    const list = lists.get(objectId);
    return list !== undefined && !isAbout(detail, list.origin?.refused);
  };
  const columns: Column<Request>[] = [
    {
      id: 'list',
      title: t('refused.list'),
      cell: ({ objectId }) => (
        <Link to="/global-lists/$id" params={{ id: objectId }}>
          <Foreign text={lists.get(objectId)?.name ?? objectId} />
        </Link>
      ),
    },
    {
      id: 'what',
      title: t('refused.what'),
      cell: (request) =>
        isVoid(request) ? <Badge tone="quiet">{t('refused.void')}</Badge> : harmOf(request.detail),
    },
    {
      id: 'by',
      title: t('approvals.by'),
      cell: ({ askedBy }) => <span className="code">{askedBy.id}</span>,
    },
    { id: 'until', title: t('approvals.until'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      id: 'answer',
      title: t('app.actions'),
      cell: (request) => (
        <RequestActions
          request={request}
          isVoid={isVoid(request)}
          onTake={() => setTaken(request.objectId)}
        />
      ),
    },
  ];
  return (
    <div className="stack">
      <h1>{t('platformApprovals.title')}</h1>
      <p className="small quiet">{t('refused.how')}</p>
      <Table
        label={t('platformApprovals.title')}
        columns={columns}
        list={requests}
        empty={t('refused.empty')}
      />
      {taken !== undefined && <TakeFile id={taken} onClose={() => setTaken(undefined)} />}
    </div>
  );
}
