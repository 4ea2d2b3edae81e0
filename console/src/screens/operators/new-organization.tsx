import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { PlainButton } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/operators.ts';
import { ADDONS, PLANS, NO_ADDON } from './plan-form.tsx';

type Input = Operations['createOrganization']['input']['body'];

/** The form for a new organization, and then the command that signs in its first person. */
export function NewOrganization({ onDone }: { onDone: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [plan, setPlan] = useState<(typeof PLANS)[number]['id']>('free');
  const [addon, setAddon] = useState<(typeof ADDONS)[number]['id']>(NO_ADDON);
  const [billingTimeZone, setZone] = useState('UTC');
  const made = useChange(() => {
    const addons = addon === NO_ADDON ? [] : [addon];
    const body: Input = { name, plan, addons, billingTimeZone };
    return api.administration.createOrganization({ body });
  }, [['organizations']]);
  if (made.data) {
    const command = `oriki console login --org ${made.data.id} --role admin --name NAME`;
    return (
      <div className="stack">
        <p>{t('organizations.firstPerson')}</p>
        <pre className="panel">{command}</pre>
        <div className="toolbar">
          <CopyButton text={command} autoFocus />
          <PlainButton look="primary" onPress={onDone}>
            {t('app.close')}
          </PlainButton>
        </div>
      </div>
    );
  }
  return (
    <Form sending={made} onCancel={onDone}>
      <Field label={t('organizations.name')} value={name} onChange={setName} isRequired autoFocus />
      <Choice label={t('organizations.plan')} options={PLANS} value={plan} onChange={setPlan} />
      <Choice
        label={t('organizations.addons')}
        options={ADDONS}
        value={addon}
        onChange={setAddon}
      />
      <Field
        label={t('organizations.billingZone')}
        value={billingTimeZone}
        onChange={setZone}
        isRequired
      />
    </Form>
  );
}
