import { Type, type Static } from 'typebox';
import { Nullable, StringEnum, Strict } from '../../../platform/http/schema.ts';
import { GLOBAL_KINDS, PROFILE_NAMES } from '../../screening/index.ts';

/** The kinds that a group can make a default. Without allowlists, which only a caller can request. */
const SHARED_KINDS = [...GLOBAL_KINDS, 'tenant_blocklist'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

const kinds = Nullable(
  Type.Array(StringEnum('SharedListKind', SHARED_KINDS), {
    maxItems: SHARED_KINDS.length,
    uniqueItems: true,
  }),
  {
    description:
      'Kinds of lists that a screening of a member checks when its caller names none, and only these: without ' +
      '`sanctions` it does not look at sanctions. Null: as without federation.',
  },
);
const threshold = Nullable(Type.Number({ minimum: 0, maximum: 100 }), {
  description:
    'Least score of a hit when the caller gives no threshold, also where it is higher, and finds less, than the usual ' +
    'one; null: as without federation.',
});
const profile = Nullable(StringEnum('ScreeningProfileName', PROFILE_NAMES), {
  description:
    'Profile of weights by which members are judged that have chosen none; null: as without federation.',
});
const shareDecisions = Type.Boolean({
  description:
    'Whether false positives that the owner has decided on hits of global lists count for members, where the ' +
    'screened person’s name, date of birth and country are the same. Any member that screens these learns from it that ' +
    'the owner has such a person among its subjects.',
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
      description: 'Who was given it.',
    }),
  },
  { title: 'FederationFraudConfigPush' },
);
export type FraudConfigPush = Static<typeof FraudConfigPush>;
