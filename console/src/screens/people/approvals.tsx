import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { ActionName } from '../../parts/action.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { Person } from '../../parts/person.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/approvals.ts';
import { Answered } from './answered.tsx';
import { GuardWarning } from './guard-warning.tsx';

type Approval = Operations['listApprovals']['data']['items'][number];

/** The hits that a request is about: all of those that are decided together, or the one. */
function hitsOf({ action, objectId, detail }: Approval): string[] {
  if (action !== 'hit.false_positive') return [];
  const { hits } = detail as { hits?: Record<string, number> };
  return hits ? Object.keys(hits) : [objectId];
}

function Objects({ approval }: { approval: Approval }): ReactNode {
  const hits = hitsOf(approval);
  if (hits.length === 0) return <IdLink id={approval.objectId} />;
  const links = hits.map((id) => (
    <Link key={id} className="code" to="/review/$id" params={{ id }}>
      {id}
    </Link>
  ));
  if (links.length === 1) return links;
  return (
    <details>
      <summary>{t('approvals.hits', { count: numberText(links.length) })}</summary>
      <div className="stack-close">{links}</div>
    </details>
  );
}

/** The requests that wait for a second person. */
export function Approvals(): ReactNode {
  const { data: me } = useMe();
  const list = useList<Approval>(
    ['approvals'],
    ({ id }) => id,
    (place, signal) => api.approvals.list({ status: 'pending', limit: 100, ...place }, { signal }),
  );
  const [rejected, setRejected] = useState<Approval>();
  const [reason, setReason] = useState('');
  const end = (): void => {
    setRejected(undefined);
    setReason('');
  };
  const columns: Column<Approval>[] = [
    {
      id: 'what',
      title: t('approvals.what'),
      cell: ({ action }) => <ActionName action={action} />,
    },
    {
      id: 'object',
      title: t('audit.object'),
      cell: (approval) => <Objects approval={approval} />,
    },
    {
      id: 'by',
      title: t('approvals.by'),
      cell: ({ askedBy }) => <Person id={askedBy.id} />,
    },
    {
      id: 'reason',
      title: t('approvals.reason'),
      cell: (row) => (row.reason ? <Foreign text={row.reason} /> : '–'),
    },
    { id: 'until', title: t('approvals.until'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ];
  if (me && mayChange(me, 'approvals:request'))
    columns.push({
      id: 'reject',
      title: t('app.actions'),
      cell: (approval) => (
        <PlainButton look="quiet" onPress={() => setRejected(approval)}>
          {t('approvals.reject')}
        </PlainButton>
      ),
    });
  return (
    <div className="stack">
      <h1>{t('approvals.title')}</h1>
      <p className="small quiet">{t('approvals.how')}</p>
      <GuardWarning />
      <Table
        label={t('approvals.title')}
        columns={columns}
        list={list}
        empty={t('approvals.empty')}
      />
      {me && mayChange(me, 'approvals:request') && <Answered />}
      {rejected && (
        <Confirm
          title={t('approvals.reject')}
          text={
            <>
              <ActionName action={rejected.action} /> <Objects approval={rejected} />{' '}
              {t('approvals.rejectWhy')}
            </>
          }
          run={() => {
            const given = reason.trim();
            return api.approvals.reject({
              id: rejected.id,
              ...(given && { body: { reason: given } }),
            });
          }}
          stale={[['approvals']]}
          onClose={end}
        >
          <Field label={t('approvals.reasonOfRefusal')} value={reason} onChange={setReason} />
        </Confirm>
      )}
    </div>
  );
}
