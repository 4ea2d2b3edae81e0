import { Type, type Static } from 'typebox';
import { MapOf, Nullable, PageOf, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { email, memberRole, memberRoles } from '../members/schemas.ts';

const name = Type.String({ minLength: 1, maxLength: 100, description: 'Shown to who signs in.' });
const issuer = Type.String({
  minLength: 8,
  maxLength: 500,
  description:
    'URL of the issuer; its metadata is below it, at `/.well-known/openid-configuration`.',
});
const clientId = Type.String({ minLength: 1, maxLength: 255, description: 'Name of Oriki there.' });
const clientSecret = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'Secret of Oriki there; stored sealed, shown never.',
  }),
);
const groupsClaim = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'Claim with the groups: a claim of exactly this name, else a path with dots, such as `realm_access.roles`.',
  }),
);
const groupRoles = MapOf(memberRoles, {
  maxProperties: 200,
  description: 'Roles by group: `{"risk-team": ["analyst"]}`.',
});
const acr = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Authentication context (`acr`) that a step-up demands.',
  }),
);
const requireAuthTime = Type.Boolean({
  description:
    'False for a provider that does not say when a person signed in there (`auth_time`).',
});

const SCOPE = definePattern(
  '^[!#-\\[\\]-~]+$',
  'must consist of visible ASCII characters without quotation marks and backslashes',
);

export const scopes = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: SCOPE }), {
  minItems: 1,
  maxItems: 20,
  description:
    'Scopes to ask for; `openid` always is. Null asks for `openid`, `email`, `profile`, and for `groups` where there is a ' +
    '`groupsClaim` and the provider lists the scope.',
});
const emailWithoutVerified = Type.Boolean({
  description:
    'True believes e-mail addresses of a provider that sends no `email_verified`; with the claim, only `true` vouches for one.',
});

export const CreateIssuer = Strict({
  name,
  issuer,
  clientId,
  clientSecret: Type.Optional(clientSecret),
  groupsClaim: Type.Optional(groupsClaim),
  groupRoles: Type.Optional(groupRoles),
  acr: Type.Optional(acr),
  scopes: Type.Optional(Nullable(scopes)),
  requireAuthTime: Type.Optional(requireAuthTime),
  emailWithoutVerified: Type.Optional(emailWithoutVerified),
});
export type CreateIssuer = Static<typeof CreateIssuer>;

export const UpdateIssuer = Strict({
  name: Type.Optional(name),
  clientId: Type.Optional(clientId),
  clientSecret: Type.Optional(clientSecret),
  groupsClaim: Type.Optional(groupsClaim),
  groupRoles: Type.Optional(groupRoles),
  acr: Type.Optional(acr),
  scopes: Type.Optional(Nullable(scopes)),
  requireAuthTime: Type.Optional(requireAuthTime),
  emailWithoutVerified: Type.Optional(emailWithoutVerified),
});
export type UpdateIssuer = Static<typeof UpdateIssuer>;

export const SignInIssuer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    issuer: Type.String(),
    clientId: Type.String(),
    hasClientSecret: Type.Boolean(),
    groupsClaim: Nullable(Type.String()),
    groupRoles: MapOf(Type.Array(Type.String())),
    acr: Nullable(Type.String()),
    scopes: Nullable(Type.Array(Type.String())),
    requireAuthTime: Type.Boolean(),
    emailWithoutVerified: Type.Boolean(),
    redirectUri: Type.String({ description: 'To be registered at the provider.' }),
    logoutUri: Type.String({ description: 'For its back-channel logout.' }),
    createdAt: Timestamp('When it was set up.'),
    updatedAt: Timestamp('When it was last changed.'),
  },
  { title: 'SignInIssuer' },
);
export type SignInIssuer = Static<typeof SignInIssuer>;
export const SignInIssuerPage = PageOf(SignInIssuer);

export const CreatePortalSession = Strict({
  subject: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Name of the person in your application; the same one is the same person.',
  }),
  role: memberRole,
  returnUrl: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 2000,
        description: 'https address in your application that the person may go back to.',
      }),
    ),
  ),
  email: Type.Optional(Nullable(email)),
  name: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 200, description: 'Display name.' })),
  ),
});
export type CreatePortalSession = Static<typeof CreatePortalSession>;

export const PortalSession = Type.Object(
  {
    userId: Type.String({ description: 'Id of the person.' }),
    role: Type.String(),
    code: Type.String({ description: 'Works once, for 60 seconds; shown only in this answer.' }),
    url: Type.String({ description: 'Where to send the browser; the code is in its fragment.' }),
    expiresAt: Timestamp('When the code ends.'),
  },
  { title: 'PortalSession' },
);
