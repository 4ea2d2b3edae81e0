/**
 * Settings that a screening takes from the federation groups of its organization. Screening uses nothing else of
 * federation.
 */
import { Type, type Static } from 'typebox';
import type { Queryable } from '../../../platform/db/database.ts';
import { StringEnum } from '../../../platform/http/schema.ts';
import type { ListKind, ProfileName } from '../../../matching/index.ts';

/** Values that groups set where callers set none. */
export type FederatedRules = {
  groupIds: string[];
  kinds?: ListKind[];
  threshold?: number;
  /** Used if the organization has chosen no profile. */
  profile?: ProfileName;
  /** Organizations whose decisions on entries of global lists count. */
  decisionsOf: string[];
};
/** Reads the rules of these organizations as committed at the time of the call; undefined if there are none. */
export type FederatedRulesOf = (
  db: Queryable,
  orgIds: string[],
) => Promise<(orgId: string) => FederatedRules | undefined>;

export const Federated = Type.Object(
  {
    groupIds: Type.Array(Type.String(), {
      description: 'Federation groups whose fraud configuration applied.',
    }),
    defaults: Type.Array(StringEnum('ScreeningDefault', ['kinds', 'threshold', 'profile']), {
      description:
        'Settings that the request left open and the groups made. It may find less than the usual kinds and threshold do: name them in ' +
        'the request where that must not be.',
    }),
    unavailable: Type.Optional(
      Type.Literal(true, {
        description:
          'There when decisions that owners share could not be read, because the database that has them is away. None ' +
          'of them counted: hits that they would settle count for the outcome.',
      }),
    ),
  },
  {
    title: 'FederatedRules',
    description:
      'There when the organization has been given a fraud configuration by a federation group. Hits that a decision ' +
      'of a group’s owner settles have `federated: true`.',
    examples: [{ groupIds: ['fedgroup_01kf3xz9x7v5t3r1p9m7k5h3f1'], defaults: ['threshold'] }],
  },
);
export type Federated = Static<typeof Federated>;

/**
 * The note in an answer. `isUnavailable`: shared decisions could not be read. `hasProfile`: a group's weights were
 * used.
 */
export function markOf(
  { groupIds, kinds, threshold }: FederatedRules,
  asked: { kinds?: unknown; threshold?: unknown },
  { isUnavailable, hasProfile }: { isUnavailable: boolean; hasProfile: boolean },
): Federated {
  const defaults: Federated['defaults'] = [];
  if (kinds !== undefined && asked.kinds === undefined) defaults.push('kinds');
  if (threshold !== undefined && asked.threshold === undefined) defaults.push('threshold');
  if (hasProfile) defaults.push('profile');
  return { groupIds, defaults, ...(isUnavailable && { unavailable: true }) };
}
