import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { ActionName } from '../../parts/action.tsx';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { PENDING_APPROVALS } from '../../queries/people.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/approvals.ts';
import { ACTION, Answered, type Approval } from './answered.tsx';
import { GuardWarning } from './guard-warning.tsx';

/** Returns the hits that a request is about: the hits of one decision, or the one hit. */
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

const COLUMNS: Column<Approval>[] = [
  ACTION,
  {
    id: 'object',
    title: t('audit.object'),
    cell: (approval) => <Objects approval={approval} />,
  },
  { id: 'by', title: t('approvals.by'), cell: ({ askedBy }) => <Person id={askedBy.id} /> },
  { id: 'reason', title: t('approvals.reason'), cell: ({ reason }) => textCell(reason) },
  { id: 'until', title: t('approvals.until'), cell: ({ expiresAt }) => timeCell(expiresAt) },
];

/** The requests that wait for a second person. */
export function Approvals(): ReactNode {
  const mayAnswer = useMayChange('approvals:request');
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
            textOf: () => t('approvals.reject'),
            width: 9.5,
            open: (_, approval, onClose) => <Reject approval={approval} onClose={onClose} />,
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

function Reject({ approval, onClose }: { approval: Approval; onClose: () => void }): ReactNode {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <Confirm
      title={t('approvals.reject')}
      text={
        <>
          <ActionName action={approval.action} /> <Objects approval={approval} />{' '}
          {t('approvals.rejectWhy')}
        </>
      }
      run={() =>
        api.approvals.reject({ id: approval.id, ...(given && { body: { reason: given } }) })
      }
      stale={[['approvals']]}
      onClose={onClose}
    >
      <Field label={t('approvals.reasonOfRefusal')} value={reason} onChange={setReason} />
    </Confirm>
  );
}
