import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { isAbout } from './refused-file.tsx';
import { Badge } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { PLATFORM_APPROVALS, REQUESTED_LISTS } from '../../queries/operators.ts';
import { COLON, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/refused.ts';
import { RequestActions, TakeFile } from './request-actions.tsx';

type Request = Operations['listPlatformApprovals']['data']['items'][number];
type GlobalList = Operations['listGlobalLists']['data']['items'][number];
type Refused = NonNullable<NonNullable<GlobalList['origin']>['refused']>;

function harmOf(detail: Request['detail']): string {
  const { removedEntries, entries } = detail as unknown as Refused;
  const removed = { count: numberText(removedEntries), all: numberText(entries) };
  return `${t('refused.entries')}${COLON} ${t('refused.of', removed)}`;
}

/** The requests of operators to a second one, who answers here or on the screen of the list. */
export function PlatformApprovals(): ReactNode {
  const [taken, setTaken] = useState<string>();
  const requests = useList(PLATFORM_APPROVALS);
  const { data } = useQuery(REQUESTED_LISTS);
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
      cell: ({ askedBy }) => <Person id={askedBy.id} />,
    },
    { id: 'until', title: t('approvals.until'), cell: ({ expiresAt }) => timeCell(expiresAt) },
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
    <ListScreen
      title={t('platformApprovals.title')}
      columns={columns}
      list={requests}
      empty={t('refused.empty')}
    >
      <p className="small quiet">{t('refused.how')}</p>
      {taken !== undefined && <TakeFile id={taken} onClose={() => setTaken(undefined)} />}
    </ListScreen>
  );
}
