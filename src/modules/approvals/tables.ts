import type { ModuleTables } from '../module.ts';
import { rewrapApprovals } from './reasons/reasons.ts';

/** The module's tables. */
export const tables = {
  approval_settings: {},
  approvals: {
    sealed: { envelope: rewrapApprovals, answer_envelope: rewrapApprovals },
    externalIds: ['object_id'],
  },
} satisfies ModuleTables;
