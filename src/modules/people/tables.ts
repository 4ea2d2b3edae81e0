import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { ModuleTables } from '../module.ts';
import { keyContext, secretContext } from './sign-in/issuers.ts';

const ISSUERS = { table: 'sign_in_issuers', key: ['org_id', 'id'], isShared: true } as const;

/** The module's tables. */
export const tables = {
  logout_tokens: { isShared: true },
  member_invitations: { isShared: true },
  memberships: { isShared: true },
  scim_group_members: { isShared: true },
  scim_groups: { isShared: true },
  scim_users: { isShared: true },
  sessions: { isShared: true },
  sign_in_codes: { isShared: true },
  sign_in_issuers: {
    isShared: true,
    sealed: {
      envelope: rewrapColumn(ISSUERS, ({ org_id, id }) => secretContext(org_id, id)),
      client_key: rewrapColumn({ ...ISSUERS, column: 'client_key' }, ({ org_id, id }) =>
        keyContext(org_id, id),
      ),
    },
  },
} satisfies ModuleTables;
