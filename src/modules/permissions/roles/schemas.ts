import { Type, type Static } from 'typebox';
import { PageOf, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { Capability, Name, Prefix } from '../schemas.ts';

const MAX_CAPABILITIES = 1000;
const MAX_INHERITED = 100;

const RoleName = { ...Name, description: 'Unique among the roles of your own.' };
export const Capabilities = Type.Array(Capability, {
  maxItems: MAX_CAPABILITIES,
  uniqueItems: true,
});
const Inherits = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: MAX_INHERITED,
  uniqueItems: true,
  description: 'Ids of roles whose capabilities, and policies, are this one’s too.',
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
        'Whether it has gone from where it was imported. It gives nothing any more; your own policies that deny are ' +
        'still about whoever has it.',
    }),
    name: Type.String(),
    capabilities: Type.Array(Type.String(), { description: 'Its own, without inherited ones.' }),
    inherits: Type.Array(Type.String()),
    createdAt: Timestamp('When it was created, or first imported.'),
    updatedAt: Timestamp('When it last changed.'),
  },
  { title: 'PermissionRole' },
);
export type Role = Static<typeof Role>;
export const RolePage = PageOf(Role);
