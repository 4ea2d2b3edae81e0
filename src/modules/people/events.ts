import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';
import { TENANT_ROLE_NAMES } from './roles.ts';

const userId = Type.String({ description: 'Id of the person.' });
const roles = Type.Array(StringEnum('MemberRole', TENANT_ROLE_NAMES), {
  maxItems: TENANT_ROLE_NAMES.length,
});
const USER = 'usr_00000000008g2q4k9v1m7c5d3e';

export const memberInvited = defineEvent('member.invited', {
  description: 'A person was invited to the organization.',
  schema: Type.Object({ invitationId: Type.String(), roles }),
  example: { invitationId: 'inv_01kf3vm9c4e6g8j0m2p4r6t8v0', roles: ['analyst'] },
});

export const memberJoined = defineEvent('member.joined', {
  description: 'A person became a member of the organization, or returned.',
  schema: Type.Object({ userId, roles }),
  example: { userId: USER, roles: ['analyst'] },
});

export const memberChanged = defineEvent('member.changed', {
  description: 'The roles of a member changed.',
  schema: Type.Object({ userId, roles }),
  example: { userId: USER, roles: ['analyst', 'approver'] },
});

export const memberLeft = defineEvent('member.left', {
  description: 'A person is no longer a member of the organization.',
  schema: Type.Object({ userId }),
  example: { userId: USER },
});

export const events = [memberInvited, memberJoined, memberChanged, memberLeft];
