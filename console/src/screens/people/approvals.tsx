import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../data/list.ts';
import { useMayChange, useMe } from '../../data/me.ts';
import { timeCell } from '../../parts/cells.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Name } from '../../parts/name.tsx';
import { Person } from '../../parts/person.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { RefuseRequest } from '../../parts/refuse-request.tsx';
import type { Column } from '../../parts/table.tsx';
import { hitsOfRequest, PENDING_APPROVALS, type Approval } from '../../queries/approvals.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/approvals.ts';
import { ACTION, Answered } from './answered.tsx';
import { GuardWarning } from './guard-warning.tsx';

function Objects({ approval }: { approval: Approval }): ReactNode {
  const hits = hitsOfRequest(approval);
  if (hits.length === 0) return <IdLink id={approval.objectId} />;
  const links = hits.map((id) => (
    <Link key={id} to="/review/$id" params={{ id }}>
      <Name id={id} />
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
        <GuardWarning />
      </ListScreen>
      {mayAnswer && <Answered />}
    </div>
  );
}
