import { Type, type Static } from 'typebox';
import { Nullable } from '../../../platform/http/schema.ts';
import { OpenedReasonShown } from '../../approvals/index.ts';
import { MadeDecision, SubjectHit } from '../hits/schemas.ts';

const { reason: _reason, approval: _approval, ...made } = MadeDecision.properties;

/** A decision with everything that later readers need. */
export const DecisionRecord = Type.Object(
  {
    ...made,
    reason: Nullable(OpenedReasonShown, {
      description: 'The person’s reason. Null if none was given, and once the subject is deleted.',
    }),
    reasonCode: Nullable(Type.String(), {
      description: 'The code of the reason, as in the audit log; null without a code.',
    }),
    listRevision: Nullable(Type.Integer(), {
      description:
        'Revision of the list with the entry that was decided on. Null for decisions from before it was stored.',
    }),
    hitRevision: Nullable(Type.Integer(), {
      description:
        'The `revision` that the decision gave the hit. Null for decisions from before it was stored.',
    }),
    approvalId: Nullable(Type.String(), {
      description:
        'Id of the request for a second person that it answered; null where one person decided.',
    }),
  },
  { title: 'HitDecisionRecord' },
);
export type DecisionRecord = Static<typeof DecisionRecord>;

export const HitRecord = Type.Object(
  {
    ...Type.Omit(SubjectHit, ['entity']).properties,
    decisions: Type.Array(DecisionRecord, {
      description: 'The newest 100 decisions, oldest first, including those that no longer apply.',
    }),
  },
  { title: 'SubjectHitRecord' },
);
export type HitRecord = Static<typeof HitRecord>;
