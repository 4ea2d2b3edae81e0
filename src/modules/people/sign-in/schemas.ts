import { Type, type Static } from 'typebox';
import {
  MapOf,
  Nullable,
  PageOf,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { TARGET_PATTERN } from '../../../platform/outbound/target.ts';
import { email, memberRole, memberRoles } from '../members/schemas.ts';

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Shown to people who sign in.',
});
const issuer = Type.String({
  minLength: 8,
  maxLength: 500,
  'x-pattern': TARGET_PATTERN,
  description:
    'URL of the issuer; its metadata is below it, at `/.well-known/openid-configuration`.',
});
const clientId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Client id of Oriki at the provider.',
});
const clientSecret = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'Client secret of Oriki at the provider; stored sealed, never shown.',
  }),
);
const groupsClaim = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'Claim with the groups: a claim of exactly this name, otherwise a path with dots, such as `realm_access.roles`.',
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
    description: 'Authentication context (`acr`) that a step-up requires.',
  }),
);
const requireAuthTime = Type.Boolean({
  description: 'False for a provider that does not send the time of the sign-in (`auth_time`).',
});

const SCOPE = definePattern(
  '^[!#-\\[\\]-~]+$',
  'must consist of visible ASCII characters without quotation marks and backslashes',
);

export const scopes = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: SCOPE }), {
  minItems: 1,
  maxItems: 20,
  description:
    'Scopes to request; `openid` is always included. Null requests `openid`, `email`, `profile`, and `groups` if there is a ' +
    '`groupsClaim` and the provider lists the scope.',
});
const emailWithoutVerified = Type.Boolean({
  description:
    'True accepts e-mail addresses from a provider that sends no `email_verified`; if the claim exists, it must be `true`.',
});

const clientKey = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 16_384,
    description:
      'Private key with which Oriki signs assertions (`private_key_jwt`), as PEM or JWK; with `generate`, Oriki creates one. Stored ' +
      'sealed, never shown: register `publicKey` at the provider.',
  }),
);
export const subjectClaim = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: definePattern('^[A-Za-z0-9_.:/-]+$', 'must consist of A-Z, a-z, 0-9, _, ., :, / and -'),
  default: 'sub',
  description:
    'Claim that identifies a person permanently, like `externalId` in SCIM: `sub`, or `oid` at Microsoft Entra ID.',
});
const skipCheck = Type.Boolean({
  default: false,
  description: 'True saves without reading the provider’s metadata.',
});

const optionalSettings = {
  clientSecret: Type.Optional(clientSecret),
  groupsClaim: Type.Optional(groupsClaim),
  groupRoles: Type.Optional(groupRoles),
  acr: Type.Optional(acr),
  scopes: Type.Optional(Nullable(scopes)),
  requireAuthTime: Type.Optional(requireAuthTime),
  emailWithoutVerified: Type.Optional(emailWithoutVerified),
  clientKey: Type.Optional(clientKey),
  subjectClaim: Type.Optional(subjectClaim),
  skipCheck: Type.Optional(skipCheck),
};

export const CreateIssuer = Strict({ name, issuer, clientId, ...optionalSettings });
export type CreateIssuer = Static<typeof CreateIssuer>;

export const UpdateIssuer = Strict({
  name: Type.Optional(name),
  clientId: Type.Optional(clientId),
  ...optionalSettings,
});
export type UpdateIssuer = Static<typeof UpdateIssuer>;

export const PublicKey = Type.Object(
  {
    kty: Type.String(),
    use: Type.String(),
    alg: Type.String(),
    kid: Type.String({ description: 'Id of the key in the assertions.' }),
    n: Type.Optional(Type.String()),
    e: Type.Optional(Type.String()),
    crv: Type.Optional(Type.String()),
    x: Type.Optional(Type.String()),
    y: Type.Optional(Type.String()),
  },
  { title: 'PublicKey', description: 'Public JWK of Oriki; register it at the provider.' },
);
export type PublicKey = Static<typeof PublicKey>;

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
    publicKey: Nullable(PublicKey),
    subjectClaim: Type.String(),
    redirectUri: Type.String({ description: 'Register it at the provider.' }),
    logoutUri: Type.String({ description: 'For the provider’s back-channel logout.' }),
    createdAt: Timestamp('When it was set up.'),
    updatedAt: Timestamp('When it was last changed.'),
  },
  { title: 'SignInIssuer' },
);
export type SignInIssuer = Static<typeof SignInIssuer>;
export const SignInIssuerPage = PageOf(SignInIssuer);

/** The steps of a check, in order. */
const STEPS = [
  'discovery',
  'keys',
  'authentication',
  'client',
  'scopes',
  'groups',
  'flow',
] as const;
export const IssuerCheck = Type.Object(
  {
    ok: Type.Boolean({ description: 'False if a step failed or was skipped.' }),
    steps: Type.Array(
      Type.Object(
        {
          step: StringEnum('IssuerCheckStepName', STEPS),
          status: StringEnum('IssuerCheckStatus', ['ok', 'warning', 'failed', 'skipped'] as const),
          reason: Nullable(
            StringEnum('IssuerCheckReason', [
              'unreachable',
              'not_metadata',
              'issuer_mismatch',
              'unsupported',
              'client_refused',
            ] as const),
            { description: 'Set on a step that failed.' },
          ),
          message: Type.String(),
        },
        { title: 'IssuerCheckStep' },
      ),
    ),
  },
  { title: 'IssuerCheck' },
);
export type IssuerCheck = Static<typeof IssuerCheck>;

export const CreatePortalSession = Strict({
  subject: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Name of the person in your application; the same name means the same person.',
  }),
  role: memberRole,
  returnUrl: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 2000,
        // A parser drops spaces and control characters before the scheme.
        'x-pattern': String.raw`^[\x00-\x20]*[Hh][^:]*:`,
        description: 'https address in your application to which the person can return.',
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
    url: Type.String({ description: 'URL for the browser; the code is in its fragment.' }),
    expiresAt: Timestamp('When the code ends.'),
  },
  { title: 'PortalSession' },
);
