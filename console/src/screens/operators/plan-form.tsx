import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/operators.ts';

type Organization = Operations['listOrganizations']['data']['items'][number];
type Change = Operations['updateOrganization']['input']['body'];
type Plan = NonNullable<Change['plan']>;
type Addon = NonNullable<Change['addons']>[number];

const PLANS = (['free', 'pro', 'enterprise'] as const satisfies Plan[]).map((id) => {
  return { id, text: id };
});
const NONE = 'none';
const ADDONS = [
  { id: NONE, text: t('organizations.noAddon') },
  { id: 'detection_pack', text: 'detection_pack' },
] as const;

/** The plan of an organization and what it has besides. */
export function PlanForm({
  organization,
  onDone,
}: {
  organization: Organization;
  onDone: () => void;
}): ReactNode {
  const [plan, setPlan] = useState(organization.plan as Plan);
  const [addon, setAddon] = useState<Addon | typeof NONE>(
    (organization.addons[0] as Addon | undefined) ?? NONE,
  );
  const changed = useChange(
    () =>
      api.administration.updateOrganization({
        id: organization.id,
        body: { plan, addons: addon === NONE ? [] : [addon] },
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
    </Form>
  );
}
