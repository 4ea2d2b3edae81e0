import type { ModuleTables } from '../module.ts';
import { rewrapIssuers } from './sign-in/issuers.ts';

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
    sealed: { envelope: rewrapIssuers, client_key: rewrapIssuers },
  },
} satisfies ModuleTables;
