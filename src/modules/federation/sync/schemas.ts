import { Type, type Static } from 'typebox';
import { Nullable, Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { FraudConfig } from '../fraud/schemas.ts';
import { memberFields } from '../groups/schemas.ts';

const OneMember = Type.Optional(
  Type.String({
    minLength: 1,
    description:
      'Only this member; it must be active. Default: all active members except the caller.',
  }),
);
export const targetField = { organizationId: OneMember };
export const SyncRequest = Strict(targetField);
export type SyncRequest = Static<typeof SyncRequest>;

const revision = Type.Integer({
  description: 'The group’s revision of this sync; each has a higher one.',
});
const head = { groupId: Type.String(), revision };
const syncTarget = {
  organizationId: Type.String(),
  prefix: Type.String(),
};

export const PullResult = Type.Object(
  {
    ...head,
    revision: Type.Integer({
      description:
        'The group’s revision of this sync; each has a higher one. If all imports were refused, there was no sync, and it is the ' +
        'group’s last.',
    }),
    members: Type.Array(
      Type.Object({
        ...syncTarget,
        result: StringEnum('PullResult', ['updated', 'unchanged', 'refused'], {
          description:
            '`unchanged`: the caller’s imports are up to date. `refused`: the caller’s own data conflicts, such as ' +
            'modules of another group under the same prefix; nothing was imported.',
        }),
        reason: Nullable(Type.String(), { description: 'The reason for `refused`.' }),
      }),
      { description: 'The members whose modules and roles were pulled.' },
    ),
  },
  { title: 'FederationPull' },
);
export type PullResult = Static<typeof PullResult>;

export const PushResult = Type.Object(
  {
    ...head,
    members: Type.Array(Type.Object(syncTarget), {
      description: 'The members that received the push.',
    }),
  },
  { title: 'FederationPush' },
);
export type PushResult = Static<typeof PushResult>;

export const SyncStatus = Type.Object(
  {
    groupId: Type.String(),
    revision: Type.Integer({
      description: 'Revision of the group’s last sync; 0 before the first.',
    }),
    fraudConfig: Nullable(FraudConfig, {
      description:
        'The fraud configuration that the calling organization has received; for the owner, its last push.',
    }),
    members: Type.Array(
      Type.Object({
        ...memberFields,
        revision: Type.Integer({
          description:
            'Revision of the last sync that the member took part in; 0 before the first.',
        }),
        lastPulledAt: Nullable(
          Timestamp('When the member last took part in a pull: it pulled, or was pulled from.'),
        ),
        lastPushedAt: Nullable(
          Timestamp('When the member last took part in a push: it pushed, or was pushed to.'),
        ),
        importedRevision: Nullable(
          Type.Integer({
            description:
              'Revision of this member’s modules and roles that the calling organization has; null when it has none.',
          }),
        ),
      }),
    ),
  },
  { title: 'FederationSyncStatus' },
);
export type SyncStatus = Static<typeof SyncStatus>;
