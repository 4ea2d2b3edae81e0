import { Type, type Static } from 'typebox';
import { PLATFORM_SCOPE, type PlanGate } from '../../platform/http/policy.ts';
import {
  MapOf,
  Nullable,
  PageOf,
  pageQuery,
  PAGE_CAP,
  Strict,
  StringEnum,
  Timestamp,
} from '../../platform/http/schema.ts';
import { TENANT_SCOPES } from '../declared.ts';
import { TIME_ZONE_PATTERN } from '../../platform/calendar/iso-time.ts';

export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const ADDONS = ['detection_pack'] as const;
export type Addon = (typeof ADDONS)[number];

/** The plan gate of the modules that verify and screen. */
export const detectionPack: PlanGate = {
  allows: ({ plan, addons }) => plan !== 'free' && addons.includes('detection_pack'),
  code: 'DETECTION_PACK_REQUIRED',
  message: 'the Detection Pack addon is not enabled for the organization',
};

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
    'True if the last four characters of identifiers are stored with identity verifications, and shown.',
});
const sealsContent = Type.Boolean({
  description:
    'True if names in screenings and contents of messages are stored encrypted: docs/security-model.md.',
});
const billingTimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  'x-pattern': TIME_ZONE_PATTERN,
  description: 'The time zone of its days and months of billing, by its name in the IANA database.',
});
const region = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The server on which its data must stay: a name of ORIKI_SERVERS, or `home`.',
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
  billingTimeZone: Type.Optional(billingTimeZone),
  region: Type.Optional(region),
});
export type CreateOrganization = Static<typeof CreateOrganization>;

export const UpdateOrganization = Strict({
  name: Type.Optional(organizationName),
  plan: Type.Optional(plan),
  addons: Type.Optional(addons),
  identifierLast4: Type.Optional(identifierLast4),
  sealsContent: Type.Optional(sealsContent),
  billingTimeZone: Type.Optional(billingTimeZone),
  region: Type.Optional(
    Nullable(region, { description: 'As at creation; null allows any server.' }),
  ),
});
export type UpdateOrganization = Static<typeof UpdateOrganization>;

export const Organization = Type.Object(
  {
    id: Type.String({ description: 'Id of the organization.' }),
    name: Type.String(),
    plan: StringEnum('Plan', PLANS),
    addons: Type.Array(Type.String()),
    identifierLast4,
    sealsContent,
    billingTimeZone: Type.String({
      description: 'The time zone of the days and the month of billing that is running.',
    }),
    nextBillingTimeZone: Nullable(
      Type.Object(
        {
          month: Type.String({ description: 'The first month that has it, as YYYY-MM.' }),
          startsAt: Timestamp('When that month starts: at the end of the month before.'),
          timeZone: Type.String({ description: 'Its name in the IANA database.' }),
        },
        { title: 'NextBillingTimeZone' },
      ),
      { description: 'The time zone that follows; null when none does.' },
    ),
    region: Nullable(Type.String(), {
      description: 'The server on which its data must stay; null for any.',
    }),
    createdAt: Timestamp('When it was created.'),
    updatedAt: Timestamp('When it was last changed.'),
  },
  { title: 'Organization' },
);
export type Organization = Static<typeof Organization>;
export const OrganizationPage = PageOf(Organization);

const mode = StringEnum('KeyMode', ['live', 'test'], {
  default: 'live',
  description: 'With `test` the key acts in the organization’s test twin: docs/keys.md.',
});
/** Refuses some texts that are neither an address nor a CIDR. */
const CIDR_PATTERN =
  '^[^0-9A-Za-z:./%]*[0-9A-Fa-f:][0-9A-Fa-f:.]*(?:/[0-9]{1,3})?[^0-9A-Za-z:./%]*$';
const allowedCidrs = Type.Array(Type.String({ maxLength: 64, 'x-pattern': CIDR_PATTERN }), {
  maxItems: 50,
  description: 'IP addresses and CIDRs from which the key may be used; empty: any address.',
});
const keyRateLimits = MapOf(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), {
  maxProperties: 50,
  description: 'Requests per window by rate-limit group, where the key has fewer than the group.',
});
const ownScopes = Type.Array(StringEnum('TenantScope', TENANT_SCOPES), {
  minItems: 1,
  uniqueItems: true,
  maxItems: TENANT_SCOPES.length,
  description: 'Scopes that the key has; none that the caller lacks.',
});
const choices = {
  name: Type.Optional(keyName),
  expiresAt: Type.Optional(expiresAt),
  allowedCidrs: Type.Optional(allowedCidrs),
  rateLimits: Type.Optional(keyRateLimits),
};

export const CreateOwnKey = Strict({ ...choices, mode: Type.Optional(mode), scopes: ownScopes });
export type CreateOwnKey = Static<typeof CreateOwnKey>;

export const UpdateKey = Strict({
  ...choices,
  scopes: Type.Optional(ownScopes),
  paused: Type.Optional(
    Type.Boolean({ description: 'true rejects the key for now; false lets it work again.' }),
  ),
});
export type UpdateKey = Static<typeof UpdateKey>;

export const CreateKey = Strict({
  organizationId: Nullable(
    Type.String({ description: 'Organization the key acts for; null for a platform key.' }),
  ),
  ...choices,
  mode: Type.Optional(mode),
  scopes,
});
export type CreateKey = Static<typeof CreateKey>;

export const RotateKey = Strict({
  overlapSeconds: Type.Integer({
    minimum: 0,
    maximum: 30 * 24 * 3600,
    description: 'Seconds for which the old key keeps working, at most 30 days.',
  }),
  scopes: Type.Optional(scopes),
});
export type RotateKey = Static<typeof RotateKey>;

export const RotateOwnKey = Strict({
  overlapSeconds: RotateKey.properties.overlapSeconds,
  scopes: Type.Optional(ownScopes),
});

const keyFields = {
  id: Type.String({ description: 'Id of the key; not a secret.' }),
  organizationId: Nullable(Type.String(), { description: 'Null for a platform key.' }),
  name: Type.String(),
  hint: Type.String({ description: 'First and last characters of the key.' }),
  scopes: Type.Array(Type.String()),
  mode: StringEnum('KeyMode', ['live', 'test']),
  allowedCidrs: Type.Array(Type.String()),
  rateLimits: MapOf(Type.Integer()),
  lastUsedAt: Nullable(Timestamp('When it was last used, to the minute.')),
  rotatedFrom: Nullable(Type.String(), { description: 'Id of the key this one replaces.' }),
  madeBy: Nullable(Type.String(), {
    description:
      'The person who made or rotated it, also with their key; null for keys of organizations that operators made, and for keys made on the command line.',
  }),
  createdAt: Timestamp('When it was created.'),
  expiresAt: Nullable(Timestamp('When it stops working.')),
  revokedAt: Nullable(Timestamp('When it was revoked.')),
  pausedAt: Type.Optional({
    ...Timestamp('When it was paused; omitted if it is not paused.'),
    examples: ['2026-11-21T10:00:00.000Z'],
  }),
};
export const ApiKey = Type.Object(keyFields, { title: 'ApiKeyDetails' });
export type ApiKey = Static<typeof ApiKey>;
export const ApiKeyPage = PageOf(ApiKey);

export const KeyName = Type.Object(
  { id: keyFields.id, name: keyFields.name },
  { title: 'KeyName' },
);
export type KeyName = Static<typeof KeyName>;
export const KeyNameQuery = Type.Object(pageQuery(PAGE_CAP));
export const KeyNamePage = PageOf(KeyName);

export const CreatedApiKey = Type.Object(
  {
    ...keyFields,
    key: Type.String({ description: 'The key itself; shown only in this response.' }),
  },
  { title: 'CreatedApiKey' },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const OrganizationQuery = Type.Object({
  plan: Type.Optional(StringEnum('Plan', PLANS, { description: 'Only on this plan.' })),
  ...pageQuery(PAGE_CAP),
});

const active = Type.Optional(
  Type.Boolean({
    description: 'true: only keys that are neither revoked nor expired; false: the others.',
  }),
);
const nameOfKey = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'Only keys whose name contains this text, in any case.',
  }),
);
export const OwnKeyQuery = Type.Object({ active, ...pageQuery(PAGE_CAP), name: nameOfKey });
export const KeyListQuery = Type.Object({
  ...OwnKeyQuery.properties,
  organizationId: Type.Optional(Type.String({ description: 'Only keys of this organization.' })),
});

const KeyRefusal = Type.Object(
  {
    at: Timestamp('When the request was rejected.'),
    method: Type.String(),
    path: Type.String({
      description: 'The path of the operation, with names of parameters instead of values.',
    }),
    status: Type.Integer(),
    code: Type.String({ description: 'The `error.code` of the answer.' }),
    requestId: Type.String({ description: 'The `x-request-id` of the answer.' }),
  },
  { title: 'KeyRefusal' },
);
export const KeyRefusals = Type.Object(
  {
    refusals: Type.Array(KeyRefusal, {
      description:
        'Newest first, at most 1,000. Only those that the answering process remembers: it starts with none, and keeps at ' +
        'most 20,000 of all keys together.',
    }),
  },
  { title: 'KeyRefusals' },
);
