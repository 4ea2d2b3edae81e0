import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { t } from '../../texts/screens/operators.ts';

type Change = Operations['updateOrganization']['input']['body'];
export type Plan = NonNullable<Change['plan']>;
export type Addon = NonNullable<Change['addons']>[number];

export const PLANS = (['free', 'pro', 'enterprise'] as const satisfies Plan[]).map((id) => {
  return { id, text: id };
});
export const NO_ADDON = 'none';
export const ADDONS = [
  { id: NO_ADDON, text: t('organizations.noAddon') },
  { id: 'detection_pack', text: 'detection_pack' },
] as const;
