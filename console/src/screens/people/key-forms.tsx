import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { instantOf } from '../../parts/range-fields.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { t, scopeText, type Scope } from '../../texts/screens/people.ts';

const HOUR_SECONDS = 3600;

/** The form for a new key with some of the person's own scopes, and then its secret. */
export function NewKey({
  held,
  onClose,
}: {
  held: readonly string[];
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [until, setUntil] = useState('');
  const made = useChange(
    () =>
      api.keys.create({
        body: { name, scopes, ...(until !== '' && { expiresAt: instantOf(until) }) },
      }),
    [['keys']],
  );
  if (made.data) return <Secret text={made.data.key} note={t('keys.secret')} onClose={onClose} />;
  return (
    <Form sending={made} isReady={scopes.length > 0} onCancel={onClose}>
      <Field label={t('keys.name')} value={name} onChange={setName} isRequired autoFocus />
      <Checks
        label={t('keys.scopes')}
        options={held as Scope[]}
        value={scopes}
        onChange={setScopes}
        noteOf={scopeText}
      />
      <Field label={t('keys.until')} type="datetime-local" value={until} onChange={setUntil} />
    </Form>
  );
}

/** The window that replaces a key by another one; the old key works for some more hours. */
export function RotateKey({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const [hours, setHours] = useState('24');
  const rotated = useChange(
    () => api.keys.rotate({ id, body: { overlapSeconds: Number(hours) * HOUR_SECONDS } }),
    [['keys']],
  );
  return (
    <Window title={t('keys.rotate')} isOpen onClose={onClose}>
      {rotated.data ? (
        <Secret text={rotated.data.key} note={t('keys.secret')} onClose={onClose} />
      ) : (
        <Form sending={rotated} save={t('keys.rotate')} onCancel={onClose}>
          <p className="code small">{id}</p>
          <Field
            label={t('keys.overlap')}
            type="number"
            value={hours}
            onChange={setHours}
            isRequired
          />
        </Form>
      )}
    </Window>
  );
}
