import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/operators.ts';

type Change = Operations['updateOrganization']['input']['body'];
type Plan = NonNullable<Change['plan']>;
type Addon = NonNullable<Change['addons']>[number];

export const PLANS = (['free', 'pro', 'enterprise'] as const satisfies Plan[]).map((id) => {
  return { id, text: id };
});
export const NO_ADDON = 'none';
export const ADDONS = [
  { id: NO_ADDON, text: t('organizations.noAddon') },
  { id: 'detection_pack', text: 'detection_pack' },
] as const;

type Organization = Operations['listOrganizations']['data']['items'][number];
/** The form for the plan, the add-ons and the time zone of the billing of an organization. */
export function PlanForm({
  organization,
  onDone,
}: {
  organization: Organization;
  onDone: () => void;
}): ReactNode {
  const [plan, setPlan] = useState(organization.plan as Plan);
  const [addon, setAddon] = useState<Addon | typeof NO_ADDON>(
    (organization.addons[0] as Addon | undefined) ?? NO_ADDON,
  );
  const next = organization.nextBillingTimeZone;
  const chosen = next?.timeZone ?? organization.billingTimeZone;
  const [timeZone, setTimeZone] = useState(chosen);
  const changed = useChange(
    () =>
      api.administration.updateOrganization({
        id: organization.id,
        body: {
          plan,
          addons: addon === NO_ADDON ? [] : [addon],
          ...(timeZone !== chosen && { billingTimeZone: timeZone }),
        },
      }),
    [['organizations']],
    onDone,
  );
  return (
    <Form sending={changed} onCancel={onDone}>
      <Choice label={t('organizations.plan')} options={PLANS} value={plan} onChange={setPlan} />
      <Choice
        label={t('organizations.addons')}
        options={ADDONS}
        value={addon}
        onChange={setAddon}
      />
      <p className="small quiet">{t('organizations.when')}</p>
      <Field
        label={t('organizations.billingZone')}
        value={timeZone}
        onChange={setTimeZone}
        note={
          next
            ? t('organizations.billingZoneNext', {
                timeZone: organization.billingTimeZone,
                month: next.month,
              })
            : t('organizations.billingZoneWhen')
        }
        isRequired
      />
    </Form>
  );
}
