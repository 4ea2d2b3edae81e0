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
      description: 'Id of the role that it is about. Without it: every subject.',
    }),
  ),
  capability: Capability,
  resource: Type.Optional(
    entity(
      'Pattern of the resources that it is about. A `*` at the end stands for any rest, between slashes for one ' +
        'segment. `*` alone, the default, covers everything, and checks without a resource.',
    ),
  ),
  relation: Type.Optional({
    ...Relation,
    description:
      'Only where the subject, or what it is a `member` of, has this relation to the resource, or to a `parent` of it.',
  }),
});
export type CreatePolicy = Static<typeof CreatePolicy>;

export const PolicyQuery = Type.Object({
  roleId: Type.Optional(RoleId),
  capability: Type.Optional(
    Type.String({ maxLength: 70, description: 'As the policy has it, exactly.' }),
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
