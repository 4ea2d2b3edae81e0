import { Type, type Static } from 'typebox';
import { Nullable, StringEnum, Strict } from '../../../platform/http/schema.ts';
import { GLOBAL_KINDS, PROFILE_NAMES } from '../../../matching/index.ts';

/** The kinds that a group can set as a default. Only a caller can request allowlists. */
const SHARED_KINDS = [...GLOBAL_KINDS, 'tenant_blocklist'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

const kinds = Nullable(
  Type.Array(StringEnum('SharedListKind', SHARED_KINDS), {
    maxItems: SHARED_KINDS.length,
    uniqueItems: true,
  }),
  {
    description:
      'Kinds of lists that a member’s screening checks, and no others, when its caller names none: without ' +
      '`sanctions` it skips sanctions lists. Null: as without a federation.',
  },
);
const threshold = Nullable(Type.Number({ minimum: 0, maximum: 100 }), {
  description:
    'Lowest score of a hit when the caller sets no threshold, even if it is higher than the default and so finds ' +
    'less; null: as without a federation.',
});
const profile = Nullable(StringEnum('ScreeningProfileName', PROFILE_NAMES), {
  description:
    'Profile of weights for members that have chosen none; null: as without a federation.',
});
const shareDecisions = Type.Boolean({
  description:
    'True if the owner’s false positives on hits of global lists count for members, where the ' +
    'screened person’s name, date of birth and country are the same. A member that screens such a person learns that ' +
    'the owner has enrolled this person.',
});

export const FraudConfigInput = {
  kinds: Type.Optional({ ...kinds, 'x-empty': 'absent' }),
  threshold: Type.Optional(threshold),
  profile: Type.Optional(profile),
  shareDecisions: Type.Optional(shareDecisions),
};
const Input = Strict(FraudConfigInput);
export type FraudConfigInput = Static<typeof Input>;

export const FraudConfig = Type.Object(
  {
    revision: Type.Integer({ description: 'The group’s revision of the push that gave it.' }),
    kinds,
    threshold,
    profile,
    shareDecisions,
  },
  { title: 'FederationFraudConfig' },
);
export type FraudConfig = Static<typeof FraudConfig>;

export const FraudConfigPush = Type.Object(
  {
    groupId: Type.String(),
    revision: Type.Integer({ description: 'The group’s revision of this push.' }),
    fraudConfig: FraudConfig,
    members: Type.Array(Type.Object({ organizationId: Type.String(), prefix: Type.String() }), {
      description: 'The organizations that received it.',
    }),
  },
  { title: 'FederationFraudConfigPush' },
);
export type FraudConfigPush = Static<typeof FraudConfigPush>;
