import { Type, type Static } from 'typebox';
import {
  ExternalId,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { ApprovalActor } from '../../approvals/index.ts';

export const HOLD_PREFIX = 'hold';
const HOLD_KINDS = ['subject', 'case', 'organization'] as const;

const kind = StringEnum('LegalHoldKind', HOLD_KINDS, {
  description:
    '`subject`: the records about a person. `case`: a case, its items, and the records about its subject. `organization`: all records.',
});

export const SetHold = Strict({
  kind,
  objectId: Type.Optional(
    ExternalId({
      minLength: 1,
      maxLength: 200,
      description: 'The `subjectId`, or the id of the case. Omitted for the organization.',
    }),
  ),
  reason: Type.String({
    minLength: 10,
    maxLength: 2000,
    pattern: '\\S',
    description: 'The reason in a sentence, for later readers; stored encrypted.',
  }),
});
export type SetHold = Static<typeof SetHold>;

export const LegalHold = Type.Object(
  {
    id: Type.String(),
    kind,
    objectId: Type.String({ description: 'The subject, the case or the organization.' }),
    setBy: ApprovalActor,
    setAt: Timestamp('When it was set.'),
    liftedBy: Nullable(ApprovalActor),
    liftedAt: Nullable(Timestamp('When it was lifted; null while it is in force.')),
    approvalId: Nullable(Type.String(), {
      description: 'The request of the other person to lift it; null where one person was enough.',
    }),
  },
  { title: 'LegalHold' },
);
export type LegalHold = Static<typeof LegalHold>;
export const LegalHoldPage = PageOf(LegalHold);

export const SetLegalHold = Type.Object(
  {
    ...LegalHold.properties,
    reasonHash: Type.String({
      description:
        'Salted SHA-256 of the reason, in hex, as in the audit log. The salt is sealed with the reason.',
    }),
  },
  { title: 'SetLegalHold' },
);

export const ReadLegalHold = Type.Object(
  {
    ...LegalHold.properties,
    reason: Nullable(Type.String(), {
      description:
        'Null if no key of this installation opens it, and in an export of a subject for a hold on the organization.',
    }),
  },
  { title: 'LegalHoldWithReason' },
);

export const HoldQuery = Type.Object({
  subjectId: Type.Optional(
    ExternalId({
      maxLength: 200,
      description: 'Only holds on this subject and on cases about it.',
    }),
  ),
  active: Type.Optional(Type.Boolean({ description: 'True for holds in force only.' })),
  ...pageQuery(PAGE_CAP),
});
export type HoldQuery = Static<typeof HoldQuery>;
