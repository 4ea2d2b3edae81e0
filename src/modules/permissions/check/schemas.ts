import { Type, type Static } from 'typebox';
import { Nullable, Strict, StringEnum } from '../../../platform/http/schema.ts';
import { AssumedAssignment } from '../assignments/schemas.ts';
import { CreatePolicy } from '../policies/schemas.ts';
import { AssumedRelationship } from '../relationships/schemas.ts';
import { Capabilities } from '../roles/schemas.ts';
import { ACTION_PATTERN, Effect, entity, Subject } from '../schemas.ts';

const MAX_CHECKS = 1000;
/** The maximum number of checks of a batch with explanations. */
export const MAX_EXPLAINED = 100;
/** The maximum number of subjects, and of rules, in an explanation. */
export const MAX_SHOWN = 50;

/** The maximum number of assumed changes of a kind in a check. */
const MAX_ASSUMED = 20;

const CheckFields = {
  subject: Subject,
  capability: Type.String({
    maxLength: 70,
    'x-pattern': ACTION_PATTERN,
    description: 'One action: `MODULE:ACTION`, or `PREFIX:MODULE:ACTION` for an imported module.',
  }),
  resource: Type.Optional(
    entity('Resource of the action. Without it, only policies for all resources count.'),
  ),
};
const Explain = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Return the reason, with every rule that applies.',
  }),
);

const CheckQuestion = Strict(CheckFields, { title: 'PermissionQuestion' });
type CheckQuestion = Static<typeof CheckQuestion>;

const Assumptions = Strict(
  {
    roles: Type.Optional(
      Type.Array(
        Strict({
          id: Type.String({ maxLength: 100, description: 'Id of a role of your own.' }),
          capabilities: { ...Capabilities, description: "Replaces the role's capabilities." },
        }),
        { maxItems: MAX_ASSUMED },
      ),
    ),
    assignments: Type.Optional(
      Type.Array(AssumedAssignment, {
        maxItems: MAX_ASSUMED,
        description: 'Assume that these roles are assigned.',
      }),
    ),
    policies: Type.Optional(
      Type.Array(CreatePolicy, {
        maxItems: MAX_ASSUMED,
        description:
          'Assume these policies. In an explanation, the first has the id `assume.policies[0]`.',
      }),
    ),
    without: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: MAX_ASSUMED,
        description:
          'Ids of assignments, policies and relationships; assume that they are deleted.',
      }),
    ),
    relationships: Type.Optional(
      Type.Array(AssumedRelationship, {
        maxItems: MAX_ASSUMED,
        description: 'Assume these relationships, such as the groups in a token.',
      }),
    ),
  },
  {
    title: 'PermissionAssumptions',
    examples: [
      {
        policies: [
          { effect: 'allow', capability: 'INVOICES:APPROVE', resource: 'invoices/2026/*' },
        ],
      },
    ],
    description:
      'Changes to try. The answer is as if they had been made, and none is stored. An impossible ' +
      'change is rejected as its operation would reject it.',
  },
);
export type Assumptions = Static<typeof Assumptions>;

export const CheckRequest = Strict({
  ...CheckFields,
  explain: Explain,
  assume: Type.Optional(Assumptions),
});
export type CheckRequest = Static<typeof CheckRequest>;

export const BatchRequest = Strict({
  checks: Type.Array(CheckQuestion, { minItems: 1, maxItems: MAX_CHECKS }),
  explain: Explain,
});
export type BatchRequest = Static<typeof BatchRequest>;

const AppliedRule = Type.Object(
  {
    effect: Effect,
    policyId: Nullable(Type.String({ description: 'Null: a role contains the capability.' })),
    roleId: Nullable(Type.String({ description: 'Null: the policy applies to every subject.' })),
    capability: Type.String({ description: 'As in the role or the policy.' }),
    resource: Nullable(Type.String({ description: 'Pattern in the policy.' })),
    relation: Nullable(Type.String()),
    path: Type.Array(Type.String(), {
      description:
        'From the subject through its groups to the assigned role, and on to the parent role. ' +
        'Only the beginning and the end of a long path are shown.',
    }),
  },
  { title: 'PermissionRule' },
);
export type AppliedRule = Static<typeof AppliedRule>;

const Explanation = Type.Object(
  {
    actingAs: Type.Array(Type.String(), {
      description: `The subject and all its groups; at most ${MAX_SHOWN}.`,
    }),
    rules: Type.Array(AppliedRule, { description: `The rules that apply; at most ${MAX_SHOWN}.` }),
    truncated: Type.Boolean({ description: 'True if there are more.' }),
  },
  { title: 'PermissionExplanation' },
);
export type Explanation = Static<typeof Explanation>;

const DecisionFields = {
  allowed: Type.Boolean(),
  reason: StringEnum(
    'DecisionReason',
    ['role_grants', 'policy_allows', 'policy_denies', 'nothing_grants', 'unknown_capability'],
    {
      description:
        'Reason of the decision: a denying policy, a role, an allowing policy, or none of them. ' +
        '`unknown_capability`: the imported module or action does not exist, or no longer exists.',
    },
  ),
  explanation: Type.Optional(Explanation),
};
const Revision = Type.Integer({
  description: 'Revision of the permissions that decided; every change raises it.',
});

const Decision = Type.Object(DecisionFields, { title: 'PermissionDecision' });
export type Decision = Static<typeof Decision>;

export const CheckAnswer = Type.Object(
  { ...DecisionFields, revision: Revision },
  { title: 'PermissionCheck' },
);
export type CheckAnswer = Static<typeof CheckAnswer>;

export const BatchAnswer = Type.Object({ revision: Revision, results: Type.Array(Decision) });
export type BatchAnswer = Static<typeof BatchAnswer>;
