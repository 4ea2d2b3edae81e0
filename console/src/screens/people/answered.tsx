import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMe } from '../../data/me.ts';
import { rowsOf } from '../../data/whole.ts';
import { ActionName } from '../../parts/action.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { IdLink } from '../../parts/person.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { idOf } from '../../queries/define.ts';
import { APPROVED, type Approval } from '../../queries/approvals.ts';
import { t } from '../../texts/screens/approvals.ts';

export const ACTION: Column<Approval> = {
  id: 'what',
  title: t('approvals.what'),
  cell: ({ action }) => <ActionName action={action} />,
};

const COLUMNS: Column<Approval>[] = [
  ACTION,
  { id: 'object', title: t('audit.object'), cell: ({ objectId }) => <IdLink id={objectId} /> },
  { id: 'at', title: t('audit.at'), cell: ({ answeredAt }) => timeCell(answeredAt) },
];

function Explain({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const [reason, setReason] = useState('');
  const sent = useChange(
    () => api.approvals.explain({ id, body: { reason: reason.trim() } }),
    [['approvals']],
    onClose,
  );
  return (
    <Window title={t('approvals.explain')} isOpen onClose={onClose}>
      <Form sending={sent} isReady={reason.trim() !== ''} onCancel={onClose}>
        <Field
          label={t('approvals.reasonOfAnswer')}
          value={reason}
          onChange={setReason}
          lines
          autoFocus
        />
      </Form>
    </Window>
  );
}

/** The requests that the person approved without a reason. A decision on a hit has its own reason. */
export function Answered(): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery(APPROVED);
  const own = data?.items.filter(
    ({ action, answeredBy, answerReason }) =>
      answeredBy?.id === me?.id && !answerReason && action !== 'hit.false_positive',
  );
  if (!own || own.length === 0) return null;
  return (
    <ListSection<Approval, 'explain'>
      title={t('approvals.answered')}
      columns={COLUMNS}
      list={rowsOf(own, idOf)}
      empty=""
      actions={{
        of: () => ['explain'],
        textOf: () => t('approvals.explain'),
        width: 9.5,
        open: (_, { id }, onClose) => <Explain id={id} onClose={onClose} />,
      }}
    />
  );
}
