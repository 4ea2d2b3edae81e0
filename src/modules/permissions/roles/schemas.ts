import { Type, type Static } from 'typebox';
import { PageOf, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { Capability, Name, Prefix } from '../schemas.ts';

const MAX_CAPABILITIES = 1000;
const MAX_INHERITED = 100;

const RoleName = { ...Name, description: 'Unique among your own roles.' };
export const Capabilities = Type.Array(Capability, {
  maxItems: MAX_CAPABILITIES,
  uniqueItems: true,
});
const Inherits = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: MAX_INHERITED,
  uniqueItems: true,
  description: 'Ids of roles whose capabilities and policies also apply to this role.',
});

export const CreateRole = Strict({
  name: RoleName,
  capabilities: Type.Optional(Capabilities),
  inherits: Type.Optional(Inherits),
});
export type CreateRole = Static<typeof CreateRole>;

export const UpdateRole = Strict({
  name: Type.Optional(RoleName),
  capabilities: Type.Optional(Capabilities),
  inherits: Type.Optional(Inherits),
});
export type UpdateRole = Static<typeof UpdateRole>;

export const Role = Type.Object(
  {
    id: Type.String({ description: 'Id of the role.' }),
    prefix: Prefix,
    retired: Type.Boolean({
      description:
        'True if the source of the import no longer has it. The role then grants nothing; your own policies that deny ' +
        'still apply to its holders.',
    }),
    name: Type.String(),
    capabilities: Type.Array(Type.String(), {
      description: "The role's own capabilities, without inherited ones.",
    }),
    inherits: Type.Array(Type.String()),
    createdAt: Timestamp('When it was created, or first imported.'),
    updatedAt: Timestamp('When it last changed.'),
  },
  { title: 'PermissionRole' },
);
export type Role = Static<typeof Role>;
export const RolePage = PageOf(Role);
