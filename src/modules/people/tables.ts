import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { ModuleTables } from '../module.ts';
import { keyContext, secretContext } from './sign-in/issuers.ts';

const ISSUERS = { table: 'sign_in_issuers', key: ['org_id', 'id'], isShared: true } as const;

/** The module's tables. */
export const tables = {
  logout_tokens: { isShared: true },
  member_invitations: {
    isShared: true,
    personal: {
      people: 'members',
      columns: {
        email: 'e-mail addresses of invited people',
        email_hash: 'keyed hashes of e-mail addresses',
        invited_by: 'ids of members',
        accepted_by: 'ids of members',
      },
      others: ['roles', 'token_hash', 'approval_id'],
      encrypted: ['email'],
      readers: ['members:manage'],
      kept: '30 days after their end',
    },
  },
  memberships: {
    isShared: true,
    personal: {
      people: 'members',
      columns: {
        user_id: 'ids of members',
        person_id: 'ids of members',
        profile: 'names and e-mail addresses of members',
      },
      others: ['issuer', 'roles', 'group_roles'],
      encrypted: ['profile'],
      readers: ['members:manage'],
      kept: 'until deleted',
      classes: ['former_members'],
    },
  },
  scim_group_members: {
    isShared: true,
    personal: {
      people: 'members',
      columns: { user_id: 'ids of members' },
      others: ['group_id'],
      readers: ['scim:manage'],
      kept: 'until the identity provider deletes it',
    },
  },
  scim_groups: { isShared: true },
  scim_users: {
    isShared: true,
    personal: {
      people: 'members',
      columns: {
        user_id: 'ids of members',
        user_name_hash: 'keyed hashes of user names',
        attributes: 'names and e-mail addresses of members',
      },
      others: ['issuer_id'],
      encrypted: ['attributes'],
      readers: ['scim:manage'],
      kept: 'until the identity provider deletes it',
    },
  },
  sessions: {
    isShared: true,
    personal: {
      people: 'members',
      columns: { user_id: 'ids of members' },
      others: [
        'method',
        'token_hash',
        'provider_session',
        'return_url',
        'through',
        'viewed_org_id',
      ],
      readers: ['members:manage'],
      kept: '30 days after their end',
    },
  },
  sign_in_codes: {
    isShared: true,
    personal: {
      people: 'members',
      columns: { user_id: 'ids of members', made_by: 'ids of members' },
      others: ['code_hash', 'method', 'return_url', 'through'],
      readers: [],
      kept: 'until used or expired',
    },
  },
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
