import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/text.ts';

type Approval = Operations['listApprovals']['data']['items'][number];

/** The requests that wait for a second person. */
export function Approvals(): ReactNode {
  const client = useQueryClient();
  const { data: me } = useMe();
  const list = useList<Approval>(
    ['approvals'],
    ({ id }) => id,
    (place, signal) => api.approvals.list({ status: 'pending', limit: 100, ...place }, { signal }),
  );
  const rejected = useMutation({
    mutationFn: (id: string) => api.approvals.reject({ id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['approvals'] }),
  });
  const columns: Column<Approval>[] = [
    { id: 'what', title: t('approvals.what'), cell: ({ action }) => action },
    {
      id: 'object',
      title: t('audit.object'),
      cell: ({ objectId }) => <span className="code">{objectId}</span>,
    },
    {
      id: 'by',
      title: t('approvals.by'),
      cell: ({ askedBy }) => <span className="code">{askedBy.id}</span>,
    },
    { id: 'until', title: t('approvals.until'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ];
  if (me && mayChange(me, 'approvals:request'))
    columns.push({
      id: 'reject',
      title: t('app.actions'),
      cell: ({ id }) => (
        <PlainButton look="quiet" onPress={() => rejected.mutate(id)}>
          {t('approvals.reject')}
        </PlainButton>
      ),
    });
  return (
    <div className="stack">
      <h1>{t('approvals.title')}</h1>
      <p className="small quiet">{t('approvals.how')}</p>
      {rejected.isError && <Problem error={rejected.error} />}
      <Table
        label={t('approvals.title')}
        columns={columns}
        list={list}
        empty={t('approvals.empty')}
      />
    </div>
  );
}
