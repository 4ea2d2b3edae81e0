import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useList } from '../../data/list.ts';
import { mayRead, useMayChange, useMe } from '../../data/me.ts';
import { timeCell } from '../../parts/cells.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Person, IdLink } from '../../parts/person.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { RefuseRequest } from '../../parts/refuse-request.tsx';
import type { Column } from '../../parts/table.tsx';
import { hitsOfRequest, PENDING_APPROVALS, type Approval } from '../../queries/approvals.ts';
import { hitWith } from '../../queries/review.ts';
import { t } from '../../texts/screens/approvals.ts';
import { SentSoon } from '../review/sent-soon.tsx';
import { seeRequests } from '../review/place.ts';
import { ACTION, Answered } from './answered.tsx';
import { GuardWarning } from './guard-warning.tsx';

/** A hit by its customer, the listed name and the list; by its id to people who may not read it. */
function HitOfRequest({ id }: { id: string }): ReactNode {
  const { data: me } = useMe();
  const isEnabled = me !== undefined && mayRead(me, 'fraud:screen');
  const { data } = useQuery({ ...hitWith(id), enabled: isEnabled, retryOnMount: false });
  const match = data?.match;
  return (
    <div>
      <Link to="/review/$id" params={{ id }} title={id}>
        {match ? <Foreign text={match.name} /> : <span className="code">{id}</span>}
      </Link>
      {data && (
        <div className="small quiet">
          <Foreign text={data.subjectId} />
          {match && (
            <>
              {' · '}
              <Foreign text={match.listName} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Objects({ approval }: { approval: Approval }): ReactNode {
  const hits = hitsOfRequest(approval);
  const { objectId, action } = approval;
  if (hits.length === 0) return <IdLink id={objectId} isCustomer={action.startsWith('subject.')} />;
  const links = hits.map((id) => <HitOfRequest key={id} id={id} />);
  if (links.length === 1) return links;
  return (
    <details>
      <summary>{t('approvals.hits', { count: links.length })}</summary>
      <div className="stack-close">{links}</div>
    </details>
  );
}

const COLUMNS: Column<Approval>[] = [
  ACTION,
  {
    id: 'object',
    title: t('audit.object'),
    cell: (approval) => <Objects approval={approval} />,
  },
  { id: 'by', title: t('approvals.by'), cell: ({ askedBy }) => <Person id={askedBy.id} /> },
  {
    id: 'reason',
    title: t('approvals.reason'),
    cell: ({ reason, reasonCode }) => <ReasonText reason={reason} reasonCode={reasonCode} />,
  },
  { id: 'until', title: t('approvals.until'), cell: ({ expiresAt }) => timeCell(expiresAt) },
];

/** The requests that wait for a second person. */
export function Approvals(): ReactNode {
  const mayAnswer = useMayChange('approvals:request');
  const { data: me } = useMe();
  useEffect(seeRequests, []);
  const isOwn = ({ askedBy }: Approval): boolean => askedBy.id === me?.id;
  return (
    <div className="stack">
      <ListScreen<Approval, 'reject'>
        title={t('approvals.title')}
        columns={COLUMNS}
        list={useList(PENDING_APPROVALS)}
        empty={t('approvals.empty')}
        actions={
          mayAnswer && {
            of: () => ['reject'],
            textOf: (_, approval) => t(isOwn(approval) ? 'approvals.withdraw' : 'approvals.reject'),
            width: 9.5,
            open: (_, approval, onClose) => (
              <RefuseRequest approval={approval} isOwn={isOwn(approval)} onClose={onClose} />
            ),
          }
        }
      >
        <p className="small quiet">{t('approvals.how')}</p>
        <SentSoon />
        <GuardWarning />
      </ListScreen>
      {mayAnswer && <Answered />}
    </div>
  );
}
