import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useChange, useGoOn } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { someCases } from '../../queries/cases.ts';
import { timeText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/search.ts';
import type { Attached } from './attach.tsx';

const NEW = 'new';

/** The form that attaches an item to an open case of a customer, or to a new case. */
export function Choose({
  itemId,
  subjectId,
  onClose,
}: Omit<Attached, 'caseId'> & { onClose: () => void }): ReactNode {
  const goOn = useGoOn();
  const [customer, setCustomer] = useState(subjectId ?? '');
  const [chosen, setChosen] = useState<string>();
  const found = useQuery({
    ...someCases({ subjectId: customer }),
    enabled: customer !== '',
  });
  const open = found.data?.items.filter(({ status }) => status !== 'CLOSED') ?? [];
  const options = [
    ...open.map(({ id, status, createdAt }) => {
      return { id, text: `${wordsOf(status)}, ${timeText(createdAt)}` };
    }),
    { id: NEW, text: t('cases.new') },
  ];
  const known = options.some(({ id }) => id === chosen) ? chosen! : options[0]!.id;
  const attached = useChange(
    async () => {
      if (known === NEW)
        return api.cases.create({ body: { subjectId: customer, itemIds: [itemId] } });
      return api.cases.addItems({ id: known, body: { ids: [itemId] } });
    },
    [['cases'], ['case']],
    ({ id }) => {
      onClose();
      void goOn({ to: '/cases/$id', params: { id } });
    },
  );
  return (
    <Form
      sending={attached}
      save={t('search.attachGo')}
      isReady={found.isSuccess}
      onCancel={onClose}
    >
      <Field
        label={t('cases.customerId')}
        value={customer}
        onChange={setCustomer}
        isRequired
        autoFocus
      />
      <Choice label={t('cases.one')} options={options} value={known} onChange={setChosen} />
      {found.isError && <Problem error={found.error} />}
    </Form>
  );
}
