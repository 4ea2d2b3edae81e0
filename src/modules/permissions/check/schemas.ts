import { Type, type Static } from 'typebox';
import { Nullable, Strict, StringEnum } from '../../../platform/http/schema.ts';
import { AssumedAssignment } from '../assignments/schemas.ts';
import { CreatePolicy } from '../policies/schemas.ts';
import { AssumedRelationship } from '../relationships/schemas.ts';
import { Capabilities } from '../roles/schemas.ts';
import { ACTION_PATTERN, Effect, entity, Subject } from '../schemas.ts';

const MAX_CHECKS = 1000;
/** Most questions of a batch with explanations. */
export const MAX_EXPLAINED = 100;
/** Most subjects, and most rules, that an explanation shows. */
export const MAX_SHOWN = 50;

/** Most changes of a kind that a question assumes. */
const MAX_ASSUMED = 20;

const CheckFields = {
  subject: Subject,
  capability: Type.String({
    maxLength: 70,
    'x-pattern': ACTION_PATTERN,
    description: 'One action: `MODULE:ACTION`, or `PREFIX:MODULE:ACTION` for an imported module.',
  }),
  resource: Type.Optional(
    entity('Resource of the action. Without it, only policies about everything count.'),
  ),
};
const Explain = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Whether to say why, with every rule that applies.',
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
          capabilities: { ...Capabilities, description: 'Instead of those that it has.' },
        }),
        { maxItems: MAX_ASSUMED },
      ),
    ),
    assignments: Type.Optional(
      Type.Array(AssumedAssignment, {
        maxItems: MAX_ASSUMED,
        description: 'As if these roles were assigned.',
      }),
    ),
    policies: Type.Optional(
      Type.Array(CreatePolicy, {
        maxItems: MAX_ASSUMED,
        description:
          'As if there were these policies. In an explanation the first has the id `assume.policies[0]`.',
      }),
    ),
    without: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: MAX_ASSUMED,
        description: 'Ids of assignments, policies and relationships, as if they were deleted.',
      }),
    ),
    relationships: Type.Optional(
      Type.Array(AssumedRelationship, {
        maxItems: MAX_ASSUMED,
        description: 'As if there were these relationships, such as the groups of a token.',
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
      'Changes to try: the question is answered as if they had been made, and nothing of them is kept. What could not be ' +
      'made is refused as the operation would refuse it.',
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
    policyId: Nullable(Type.String({ description: 'Null: a role holds the capability.' })),
    roleId: Nullable(Type.String({ description: 'Null: the policy is about every subject.' })),
    capability: Type.String({ description: 'As the role or the policy has it.' }),
    resource: Nullable(Type.String({ description: 'Pattern of a policy.' })),
    relation: Nullable(Type.String()),
    path: Type.Array(Type.String(), {
      description:
        'From the subject over what it is a member of to the role that was assigned, and on to the one it inherits from. ' +
        'A long one is cut to its beginning and end.',
    }),
  },
  { title: 'PermissionRule' },
);
export type AppliedRule = Static<typeof AppliedRule>;

const Explanation = Type.Object(
  {
    actingAs: Type.Array(Type.String(), {
      description: `The subject and all that it is a member of; at most ${MAX_SHOWN}.`,
    }),
    rules: Type.Array(AppliedRule, { description: `Those that apply; at most ${MAX_SHOWN}.` }),
    truncated: Type.Boolean({ description: 'Whether there are more.' }),
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
        'Reason of the decision: a policy that denies, a role, a policy that allows, or that there is nothing. ' +
        '`unknown_capability`: the imported module or action does not exist (any more).',
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
