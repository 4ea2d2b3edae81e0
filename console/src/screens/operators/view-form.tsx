import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { beginView } from '../../data/view.ts';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/operators.ts';

const REASONS = [
  { id: 'support', text: t('view.support') },
  { id: 'incident', text: t('view.incident') },
  { id: 'review', text: t('view.review') },
] as const;

/** The form for the reason why an operator views an organization. */
export function ViewForm({
  organization,
  onDone,
}: {
  organization: string;
  onDone: () => void;
}): ReactNode {
  const [reason, setReason] = useState<(typeof REASONS)[number]['id']>('support');
  const [ticket, setTicket] = useState('');
  const begun = useChange(
    () => beginView({ organization, reason, ...(ticket !== '' && { ticket }) }),
    [],
  );
  return (
    <Form sending={begun} save={t('view.begin')} onCancel={onDone}>
      <p>{t('view.why')}</p>
      <Choice label={t('view.reason')} options={REASONS} value={reason} onChange={setReason} />
      <Field label={t('view.ticket')} value={ticket} onChange={setTicket} />
    </Form>
  );
}
