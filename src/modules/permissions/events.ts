import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';
import { ACTIONS, CHANGE_KINDS } from './schemas.ts';

export const permissionsChanged = defineEvent('permissions.changed', {
  description:
    'A change of the permissions: something was created, updated or deleted. Assignments and relationships are identified ' +
    'by id only.',
  schema: Type.Object({
    revision: Type.Integer({ description: 'Revision of the permissions after the change.' }),
    resource: StringEnum('PermissionResource', [...CHANGE_KINDS, 'import']),
    id: Type.String({
      description:
        'Id of the changed thing; for an import, the prefix of the member of a federation.',
    }),
    action: StringEnum('PermissionChange', ACTIONS),
    ownChanges: Type.Optional(
      Type.Integer({
        description:
          'For an import: the number of the organization’s own assignments, roles and policies that were changed or removed with it. ' +
          'Up to 200 also have their own event each.',
      }),
    ),
  }),
  example: {
    revision: 12,
    resource: 'role',
    id: 'role_01kf3x1b3d5f7h9k1m3p5r7t9v',
    action: 'updated',
  },
});

export const events = [permissionsChanged];
