import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useGoOn } from '../../data/go-on.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/review.ts';

/** The form that enrols a customer, who is screened now and after each change of a list. It leads to the customer. */
export function Enrol({ onCancel }: { onCancel: () => void }): ReactNode {
  const goOn = useGoOn();
  const [subjectId, setSubjectId] = useState('');
  const [name, setName] = useState('');
  const [dob, setDob] = useState('');
  const [country, setCountry] = useState('');
  const enrolled = useChange(
    () =>
      api.continuousScreening.enrolSubject({
        body: {
          subjectId: subjectId.trim(),
          name,
          ...(dob !== '' && { dob }),
          ...(country.trim() !== '' && { country: country.trim() }),
        },
      }),
    [['hits'], ['subject'], ['today']],
    ({ subjectId: id }) => void goOn({ to: '/subjects/$id', params: { id } }),
  );
  return (
    <Form sending={enrolled} save={t('enrol.do')} onCancel={onCancel}>
      <Field
        label={t('cases.customerId')}
        value={subjectId}
        onChange={setSubjectId}
        isRequired
        autoFocus
      />
      <Field label={t('hit.name')} value={name} onChange={setName} isRequired />
      <Field label={t('hit.dob')} type="date" value={dob} onChange={setDob} />
      <Field
        label={t('hit.country')}
        value={country}
        onChange={setCountry}
        placeholder={t('enrol.country')}
      />
      <p className="small quiet">{t('enrol.again')}</p>
    </Form>
  );
}
