import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMe } from '../../data/me.ts';
import { rowsOf } from '../../data/whole.ts';
import { ActionName } from '../../parts/action.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/approvals.ts';

type Approval = Operations['listApprovals']['data']['items'][number];

/** The newest requests that are looked through. */
const LOOKED_AT = 50;

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

/** Requests that the person has answered and given no reason for. A decision on a hit has its own. */
export function Answered(): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery({
    queryKey: ['approvals', 'answered'],
    queryFn: ({ signal }) =>
      api.approvals.list({ status: 'approved', limit: LOOKED_AT }, { signal }),
  });
  const [explained, setExplained] = useState<string>();
  const own = data?.items.filter(
    ({ action, answeredBy, answerReason }) =>
      answeredBy?.id === me?.id && !answerReason && action !== 'hit.false_positive',
  );
  if (!own || own.length === 0) return null;
  const columns: Column<Approval>[] = [
    {
      id: 'what',
      title: t('approvals.what'),
      cell: ({ action }) => <ActionName action={action} />,
    },
    {
      id: 'object',
      title: t('audit.object'),
      cell: ({ objectId }) => <IdLink id={objectId} />,
    },
    {
      id: 'at',
      title: t('audit.at'),
      cell: ({ answeredAt }) => (answeredAt === null ? '–' : <Time at={answeredAt} />),
    },
    {
      id: 'explain',
      title: t('app.actions'),
      cell: ({ id }) => (
        <PlainButton look="quiet" onPress={() => setExplained(id)}>
          {t('approvals.explain')}
        </PlainButton>
      ),
    },
  ];
  return (
    <section className="stack-close">
      <h2>{t('approvals.answered')}</h2>
      <Table
        label={t('approvals.answered')}
        columns={columns}
        list={rowsOf(own, ({ id }) => id)}
        empty=""
      />
      {explained !== undefined && (
        <Explain id={explained} onClose={() => setExplained(undefined)} />
      )}
    </section>
  );
}
