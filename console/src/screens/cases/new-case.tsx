import { useState, type ReactNode } from 'react';
import { useChange, useGoOn } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/cases.ts';

/** The form that creates a case and leads to it. @param subjectId the customer, if a person cannot choose one */
export function NewCase({
  subjectId: known,
  onCancel,
}: {
  subjectId?: string;
  onCancel: () => void;
}): ReactNode {
  const goOn = useGoOn();
  const [subjectId, setSubjectId] = useState(known ?? '');
  const [note, setNote] = useState('');
  const made = useChange(
    () => api.cases.create({ body: { subjectId, ...(note.trim() !== '' && { note }) } }),
    [['cases']],
    ({ id }) => void goOn({ to: '/cases/$id', params: { id } }),
  );
  return (
    <Form sending={made} onCancel={onCancel}>
      {known === undefined && (
        <Field
          label={t('cases.customerId')}
          value={subjectId}
          onChange={setSubjectId}
          isRequired
          autoFocus
        />
      )}
      <Field
        label={t('cases.firstNote')}
        value={note}
        onChange={setNote}
        lines
        autoFocus={known !== undefined}
      />
    </Form>
  );
}
