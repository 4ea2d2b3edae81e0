import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { instantOf } from '../../parts/range-fields.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { t } from '../../texts/screens/operators.ts';
import { t as people } from '../../texts/screens/people.ts';

/** The form for a new platform key, and then its secret. */
export function NewPlatformKey({ onClose }: { onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [until, setUntil] = useState('');
  const made = useChange(
    () =>
      api.administration.createApiKey({
        body: {
          organizationId: null,
          name,
          scopes: ['platform:admin'],
          ...(until !== '' && { expiresAt: instantOf(until) }),
        },
      }),
    [['all keys']],
  );
  if (made.data)
    return <Secret text={made.data.key} note={people('keys.secret')} onClose={onClose} />;
  return (
    <Form sending={made} onCancel={onClose}>
      <p>{t('operators.newKeyWhy')}</p>
      <Field label={people('keys.name')} value={name} onChange={setName} isRequired autoFocus />
      <Field label={people('keys.until')} type="datetime-local" value={until} onChange={setUntil} />
    </Form>
  );
}
