import { Type, type Static } from 'typebox';
import {
  Nullable,
  pageQuery,
  PAGE_CAP,
  PageOf,
  Strict,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { Relation } from '../relationships/schemas.ts';
import { Capability, Effect, entity, Prefix } from '../schemas.ts';

const RoleId = Type.String({ maxLength: 100, description: 'Id of the role.' });

export const CreatePolicy = Strict({
  effect: Effect,
  roleId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Id of the role to which it applies. Without it: every subject.',
    }),
  ),
  capability: Capability,
  resource: Type.Optional(
    entity(
      'Pattern of the resources to which it applies. A `*` at the end matches any rest, a `*` between slashes one ' +
        'segment. `*` alone, the default, covers everything, including checks without a resource.',
    ),
  ),
  relation: Type.Optional({
    ...Relation,
    description:
      'Only if the subject, or one of its groups, has this relation to the resource, or to a `parent` of it.',
  }),
});
export type CreatePolicy = Static<typeof CreatePolicy>;

export const PolicyQuery = Type.Object({
  roleId: Type.Optional(RoleId),
  capability: Type.Optional(
    Type.String({ maxLength: 70, description: 'Exactly as in the policy.' }),
  ),
  ...pageQuery(PAGE_CAP),
});
export type PolicyQuery = Static<typeof PolicyQuery>;

export const PermissionPolicy = Type.Object(
  {
    id: Type.String({ description: 'Id of the policy.' }),
    prefix: Prefix,
    effect: Effect,
    roleId: Nullable(Type.String({ description: 'Null: every subject.' })),
    capability: Type.String(),
    resource: Type.String(),
    relation: Nullable(Type.String()),
    createdAt: Timestamp('When it was created, or imported.'),
  },
  { title: 'PermissionPolicy' },
);
export type PermissionPolicy = Static<typeof PermissionPolicy>;
export const PolicyPage = PageOf(PermissionPolicy);
