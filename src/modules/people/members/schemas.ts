import { Type, type Static, type TSchema } from 'typebox';
import {
  Nullable,
  PageOf,
  pageQuery,
  PAGE_CAP,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { KEYS_OF_LEAVER } from '../../tenants/index.ts';
import { OPERATOR_ROLE_NAMES, TENANT_ROLE_NAMES } from '../roles.ts';

const issuer = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Issuer of the identity provider, as in its `iss`.',
});
const subject = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Name of the person at the issuer (`sub`).',
});
export const email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: definePattern('^[^@\\s]+@[^@\\s]+$', 'must be an e-mail address'),
  description: 'E-mail address.',
});
const name = Type.String({ minLength: 1, maxLength: 200, description: 'Display name.' });

function rolesOf<const Role extends string>(title: string, names: readonly Role[]) {
  return Type.Array(StringEnum(title, names), {
    minItems: 1,
    maxItems: names.length,
    uniqueItems: true,
    description: 'Roles; their rights add up.',
  });
}
export const memberRole = StringEnum('MemberRole', TENANT_ROLE_NAMES, { description: 'Role.' });
export const memberRoles = rolesOf('MemberRole', TENANT_ROLE_NAMES);
const operatorRoles = rolesOf('OperatorRole', OPERATOR_ROLE_NAMES);

function queryBy<const Role extends string>(title: string, names: readonly Role[]) {
  const role = StringEnum(title, names, { description: 'Only people with this role.' });
  return Type.Object({ role: Type.Optional(role), ...pageQuery(PAGE_CAP) });
}
export const MemberQuery = queryBy('MemberRole', TENANT_ROLE_NAMES);
export const OperatorQuery = queryBy('OperatorRole', OPERATOR_ROLE_NAMES);

function addedWith<Roles extends TSchema>(roles: Roles) {
  return Strict({
    issuer,
    subject,
    roles,
    email: Type.Optional(email),
    name: Type.Optional(name),
  });
}
export const AddMember = addedWith(memberRoles);
export const AddOperator = addedWith(operatorRoles);
export type AddMember = Omit<Static<typeof AddMember>, 'roles'> & { roles: string[] };

export const ChangeMember = Strict({ roles: memberRoles });
export const ChangeOperator = Strict({ roles: operatorRoles });

export const RemoveMemberQuery = Type.Object({
  keys: Type.Optional(
    StringEnum('KeysOfLeaver', KEYS_OF_LEAVER, {
      default: 'keep',
      description: 'Keeps or revokes the keys in use that the person made.',
    }),
  ),
});

/** The answer to the removal of a member: `Deleted`, and the keys that the person made. */
export const RemovedPerson = Type.Object(
  {
    id: Type.String(),
    deleted: Type.Literal(true),
    keys: Type.Array(
      Type.Object(
        { id: Type.String({ description: 'Id of the key; not a secret.' }), name: Type.String() },
        { title: 'KeyOfLeaver' },
      ),
      { description: 'The person’s keys in use, kept or revoked.' },
    ),
  },
  { title: 'RemovedPerson' },
);

const seen = {
  id: Type.String({ description: 'Id of the person, the same in every organization.' }),
  issuer: Type.String(),
  subject: Type.String(),
  email: Nullable(Type.String()),
  name: Nullable(Type.String()),
  roles: Type.Array(Type.String(), { description: 'Assigned by members, keys or operators.' }),
  groupRoles: Type.Array(Type.String(), {
    description: 'Assigned by the groups of the identity provider at the last sign-in.',
  }),
  createdAt: Timestamp('When the membership began.'),
  updatedAt: Timestamp('When it was last changed.'),
};
export const Member = Type.Object(seen, { title: 'Member' });
export type Member = Static<typeof Member>;
export const MemberPage = PageOf(Member);

export const MemberNameQuery = Type.Object(pageQuery(PAGE_CAP));
export const MemberName = Type.Object(
  {
    id: seen.id,
    name: Nullable(Type.String(), { description: 'Display name, if known.' }),
    isMember: Type.Boolean({ description: 'False for a former member.' }),
  },
  { title: 'MemberName' },
);
export type MemberName = Static<typeof MemberName>;
export const MemberNamePage = PageOf(MemberName);

export const Operator = Type.Object(seen, { title: 'Operator' });
export const OperatorPage = PageOf(Operator);

/**
 * The ids of a person: the internal one, which is the same in every organization, and the one that an organization
 * sees.
 */
export type PersonIds = { personId: string; userId: string };
