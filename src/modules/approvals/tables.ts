import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { ModuleTables } from '../module.ts';
import { contextOf } from './reasons/reasons.ts';

function reasonsIn(column: string, part: 'asked' | 'answered') {
  return rewrapColumn({ table: 'approvals', key: ['org_id', 'id'], column }, ({ org_id, id }) =>
    contextOf(org_id, id, part),
  );
}

/** The module's tables. */
export const tables = {
  approval_settings: {},
  approvals: {
    sealed: {
      envelope: reasonsIn('envelope', 'asked'),
      answer_envelope: reasonsIn('answer_envelope', 'answered'),
    },
    externalIds: ['object_id'],
  },
} satisfies ModuleTables;
