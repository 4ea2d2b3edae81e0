import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { COLON, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/permissions.ts';
import { useCapabilities } from '../../queries/permissions.ts';
import type { Role } from './columns.tsx';
import type { NewPolicy, Ways } from './trial.ts';

const EFFECTS = (['deny', 'allow'] as const).map((id) => ({ id, text: wordsOf(id) }));

/** A new policy, for the subjects with a role or for all subjects. */
export function PolicyForm({
  role,
  onTry,
  onSaved,
  onClose,
}: {
  /** Undefined means all subjects. */
  role: Role | undefined;
} & Ways): ReactNode {
  const [effect, setEffect] = useState<NewPolicy['effect']>('deny');
  const [typed, setTyped] = useState({ capability: '', resource: '', relation: '' });
  const known = useCapabilities();
  const given = Object.entries(typed)
    .map(([name, value]) => [name, value.trim()])
    .filter(([, value]) => value !== '');
  const about: Omit<NewPolicy, 'effect'> = {
    capability: '',
    ...Object.fromEntries(given),
    ...(role && { roleId: role.id }),
  };
  const body: NewPolicy = { ...about, effect };
  const key = JSON.stringify(about);
  const saved = useChange(
    () => api.permissions.createPolicy({ body }),
    [['permission policies']],
    () => onSaved((one) => one.key === key),
  );
  const set = (name: keyof typeof typed) => (value: string) =>
    setTyped({ ...typed, [name]: value });
  return (
    <Window title={t('permissions.newPolicy')} isOpen onClose={onClose}>
      <Form
        sending={saved}
        onCancel={onClose}
        besides={{
          text: t('permissions.try'),
          isDisabled: body.capability === '',
          onPress: () =>
            onTry({
              key,
              roleId: role?.id ?? null,
              text: t('permissions.ifPolicy', {
                effect: wordsOf(effect),
                capability: body.capability,
                on: [body.resource, body.relation].filter(Boolean).join(', ') || '*',
                role: role?.name ?? t('permissions.everybody'),
              }),
              assume: { policies: [body] },
            }),
        }}
      >
        <p>
          {t('permissions.about')}
          {COLON} {role ? <Foreign text={role.name} /> : t('permissions.everybody')}
        </p>
        <Choice
          label={t('permissions.effect')}
          options={EFFECTS}
          value={effect}
          onChange={setEffect}
        />
        <Field
          label={t('permissions.capabilityOrAll')}
          value={typed.capability}
          onChange={set('capability')}
          suggestions={known}
          isRequired
        />
        <Field label={t('permissions.pattern')} value={typed.resource} onChange={set('resource')} />
        <Field
          label={t('permissions.relation')}
          value={typed.relation}
          onChange={set('relation')}
        />
      </Form>
    </Window>
  );
}
