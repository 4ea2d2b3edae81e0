import { Type, type Static } from 'typebox';
import { PLATFORM_SCOPE } from '../../platform/http/policy.ts';
import {
  Nullable,
  PageOf,
  pageQuery,
  PAGE_CAP,
  Strict,
  StringEnum,
  Timestamp,
} from '../../platform/http/schema.ts';
import { ADDONS, PLANS } from './plans.ts';
import { TENANT_SCOPES } from '../declared.ts';

const organizationName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'Display name.',
});
const plan = StringEnum('Plan', PLANS, { description: 'Plan of the organization.' });
const addons = Type.Array(StringEnum('Addon', ADDONS), {
  uniqueItems: true,
  maxItems: ADDONS.length,
  description: 'Addons; `detection_pack` needs the plan pro or enterprise.',
});
const identifierLast4 = Type.Boolean({
  description:
    'Whether the last four characters of identifiers are kept with identity verifications, and shown.',
});
const keyName = Type.String({ maxLength: 200, description: 'Purpose of the key.' });
const SCOPES = [...TENANT_SCOPES, PLATFORM_SCOPE];
const scopes = Type.Array(StringEnum('Scope', SCOPES), {
  minItems: 1,
  uniqueItems: true,
  maxItems: SCOPES.length,
  description: 'Scopes that the key has.',
});
const expiresAt = Nullable(
  Type.String({ format: 'date-time', description: 'When the key stops working; null for never.' }),
);

export const CreateOrganization = Strict({
  name: organizationName,
  plan,
  addons: Type.Optional(addons),
});
export type CreateOrganization = Static<typeof CreateOrganization>;

export const UpdateOrganization = Strict({
  name: Type.Optional(organizationName),
  plan: Type.Optional(plan),
  addons: Type.Optional(addons),
  identifierLast4: Type.Optional(identifierLast4),
});
export type UpdateOrganization = Static<typeof UpdateOrganization>;

export const Organization = Type.Object(
  {
    id: Type.String({ description: 'Id of the organization.' }),
    name: Type.String(),
    plan: StringEnum('Plan', PLANS),
    addons: Type.Array(Type.String()),
    identifierLast4,
    createdAt: Timestamp('When it was created.'),
    updatedAt: Timestamp('When it was last changed.'),
  },
  { title: 'Organization' },
);
export type Organization = Static<typeof Organization>;
export const OrganizationPage = PageOf(Organization);

export const CreateKey = Strict({
  organizationId: Nullable(
    Type.String({ description: 'Organization the key acts for; null for a platform key.' }),
  ),
  name: Type.Optional(keyName),
  scopes,
  expiresAt: Type.Optional(expiresAt),
});
export type CreateKey = Static<typeof CreateKey>;

export const RotateKey = Strict({
  overlapSeconds: Type.Integer({
    minimum: 0,
    maximum: 30 * 24 * 3600,
    description: 'How long the old key keeps working, in seconds, at most 30 days.',
  }),
  scopes: Type.Optional(scopes),
});
export type RotateKey = Static<typeof RotateKey>;

const keyFields = {
  id: Type.String({ description: 'Id of the key; not a secret.' }),
  organizationId: Nullable(Type.String(), { description: 'Null for a platform key.' }),
  name: Type.String(),
  hint: Type.String({ description: 'First and last characters of the key.' }),
  scopes: Type.Array(Type.String()),
  rotatedFrom: Nullable(Type.String(), { description: 'Id of the key this one replaces.' }),
  createdAt: Timestamp('When it was created.'),
  expiresAt: Nullable(Timestamp('When it stops working.')),
  revokedAt: Nullable(Timestamp('When it was revoked.')),
};
export const ApiKey = Type.Object(keyFields, { title: 'ApiKeyDetails' });
export type ApiKey = Static<typeof ApiKey>;
export const ApiKeyPage = PageOf(ApiKey);

export const CreatedApiKey = Type.Object(
  {
    ...keyFields,
    key: Type.String({ description: 'The key itself; shown only in this response.' }),
  },
  { title: 'CreatedApiKey' },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const KeyListQuery = Type.Object({
  ...pageQuery(PAGE_CAP),
  organizationId: Type.Optional(Type.String({ description: 'Only keys of this organization.' })),
});
