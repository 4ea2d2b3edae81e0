import { Type, type Static } from 'typebox';
import {
  DaysOf,
  Nullable,
  PageOf,
  Strict,
  StringEnum,
  Timestamp,
  totalFields,
} from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { ApprovalActor, reasonCode } from '../../approvals/index.ts';
import { consentWithdrawnAt } from '../../identity/index.ts';
import { LIST_KINDS } from '../../../matching/index.ts';
import { Hit, SameEntity } from '../../screening/index.ts';

export const HIT_PREFIX = 'hit';
export const DECISION_PREFIX = 'decision';

const DECISIONS = ['true_match', 'false_positive'] as const;
export type Decision = (typeof DECISIONS)[number];

export const HIT_STATUSES = ['open', ...DECISIONS, 'closed'] as const;
export type HitStatus = (typeof HIT_STATUSES)[number];

const REOPENED_BECAUSE = ['subject_changed', 'entry_changed', 'both_changed'] as const;
export type ReopenedBecause = (typeof REOPENED_BECAUSE)[number];

const CLOSED_BECAUSE = [
  'subject_changed',
  'entry_changed',
  'entry_removed',
  'list_removed',
  'subject_deleted',
] as const;
export type ClosedBecause = (typeof CLOSED_BECAUSE)[number];

/** The finding for one entry, in the fields of a screening's hit. */
export const Match = Type.Pick(
  Hit,
  [
    'source',
    'listName',
    'name',
    'matchedName',
    'dob',
    'country',
    'programs',
    'topics',
    'pep',
    'explanation',
    'contradicted',
    'identifiers',
  ],
  { title: 'SubjectMatch' },
);
export type Match = Static<typeof Match>;

/** The program's findings at the time of a decision. */
export const Findings = Type.Object(
  { score: Type.Number({ description: '0 to 100.' }), ...Match.properties },
  { title: 'HitFindings' },
);
export type Findings = Static<typeof Findings>;

function freeText(maxLength: number, description: string) {
  return Type.String({ maxLength, pattern: '\\S', description });
}

export const DecideHit = Strict({
  decision: StringEnum('HitVerdict', DECISIONS),
  reason: Type.String({
    maxLength: 2000,
    pattern: definePattern('^$|\\S', 'must not be blank, only empty'),
    description:
      'The person’s reason, for later readers; stored encrypted. An empty text means that the person gave none. The service ' +
      'always stores its own findings with the decision.',
  }),
  onBehalfOf: Type.Optional(
    freeText(200, 'Your own id of the person who decided, if a key sends the decision.'),
  ),
  reasonCode,
  decidedBy: Type.Optional(freeText(200, 'The former name of `onBehalfOf`.')),
  expectedRevision: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description:
        'The `revision` of the hit that the decision is about. If it has changed, the answer is 409 and ' +
        'nothing is decided.',
    }),
  ),
});
export type DecideHit = Static<typeof DecideHit>;

export const MadeDecision = Type.Object(
  {
    id: Type.String({ description: 'Id of the decision.' }),
    decision: StringEnum('HitVerdict', DECISIONS),
    reason: Nullable(Type.String(), {
      description: 'The person’s reason. Null if none was given, and once the subject is deleted.',
    }),
    reasonCode: Type.Optional(
      Nullable(Type.String(), {
        examples: ['date_of_birth_differs'],
        description: 'The code of the person’s reason; null if none was given.',
      }),
    ),
    findings: Nullable(Findings, {
      description:
        'The match as the service had found it at the time of the decision. Null once the subject is deleted, and for ' +
        'decisions from before findings were stored.',
    }),
    decidedBy: Type.String({ description: 'Id of the person or key that decided.' }),
    onBehalfOf: Nullable(Type.String(), {
      description: 'The person that the caller named, if a key sent the decision.',
    }),
    apiKeyId: Nullable(Type.String(), {
      description: 'The API key that the decision was sent with; null for a person.',
    }),
    decidedAt: Timestamp('When it was decided.'),
    approval: Type.Optional(
      Nullable(
        Type.Object(
          {
            id: Type.String({ description: 'Id of the request.' }),
            askedBy: ApprovalActor,
            reason: Nullable(Type.String(), {
              description:
                'The asker’s reason. Null if none was given, and once the subject is deleted.',
            }),
            reasonCode: Type.Optional(
              Nullable(Type.String(), {
                examples: ['date_of_birth_differs'],
                description: 'The code of the asker’s reason; null if none was given.',
              }),
            ),
          },
          { title: 'DecisionApproval' },
        ),
        {
          description:
            'The approval request that the decision answered; null where one person decided. Answers to POST omit requests.',
        },
      ),
    ),
  },
  { title: 'HitDecision' },
);
export type MadeDecision = Static<typeof MadeDecision>;

/** The newest decision on a hit, as other answers show it. */
export const LastDecision = Type.Omit(MadeDecision, ['findings'], { title: 'LastHitDecision' });
export type LastDecision = Static<typeof LastDecision>;

const fields = {
  id: Type.String({ description: 'Id of the hit.' }),
  subjectId: Type.String({ description: 'The id of the hit once the subject is erased.' }),
  listKind: StringEnum('ListKind', LIST_KINDS),
  listId: Type.String(),
  entryId: Type.String(),
  listRevision: Type.Integer({
    description:
      'Revision of the list with the entry as it was last compared: the `version` that returns this state.',
  }),
  status: StringEnum('HitStatus', HIT_STATUSES, {
    description:
      '`open`: to be decided. `true_match`, `false_positive`: decided, and unchanged ' +
      'since. `closed`: no longer a hit.',
  }),
  score: Type.Number({ description: '0 to 100, at the last comparison.' }),
  reopenedBecause: Nullable(StringEnum('HitReopenReason', REOPENED_BECAUSE), {
    description: 'Why the pair returned after it was decided or closed; null if it never did.',
  }),
  closedBecause: Nullable(StringEnum('HitCloseReason', CLOSED_BECAUSE)),
  match: Nullable(Match, {
    description: 'The match at the last comparison. Null once the subject is deleted.',
  }),
  revision: Type.Integer({
    description: 'Grows with each change of the hit, except of its assignee and due date.',
  }),
  assignee: Type.Optional(
    Nullable(Type.String(), {
      description:
        'Id of the person who reviews it; it stays when the person is no longer a member.',
    }),
  ),
  dueAt: Type.Optional(Nullable(Timestamp('The due date.'))),
  consentWithdrawnAt,
  createdAt: Timestamp('When it was first found.'),
  updatedAt: Timestamp('When it last changed.'),
};

export const SubjectHit = Type.Object(
  {
    ...fields,
    entity: Type.Optional(SameEntity),
    subject: Type.Optional(
      Nullable(
        Type.Object(
          {
            name: Type.String(),
            dob: Nullable(Type.String(), {
              description:
                'Date of birth; without a day, or a month, if the subject has only that.',
            }),
            country: Nullable(Type.String(), {
              description: 'The country, otherwise the first nationality.',
            }),
          },
          { title: 'SubjectOfHit' },
        ),
        { description: 'Only with `withSubject`. Null if the subject is no longer enrolled.' },
      ),
    ),
  },
  { title: 'SubjectHit' },
);
export type SubjectHit = Static<typeof SubjectHit>;
export const SubjectHitPage = PageOf(SubjectHit);

export const DecidedHit = Type.Object(
  {
    ...fields,
    decisions: Type.Array(MadeDecision, {
      description: 'The newest 100 decisions, newest first, including those that no longer apply.',
    }),
    reasonCode: Type.Optional(
      Nullable(Type.String(), {
        examples: ['date_of_birth_differs'],
        description: 'The code of the new reason; null if none was given.',
      }),
    ),
    reasonHash: Type.Optional(
      Nullable(Type.String(), {
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
        description:
          'Salted SHA-256 of the new reason, in hex, as in the audit log. The salt is sealed with the reason.',
      }),
    ),
  },
  { title: 'SubjectHitWithDecisions' },
);
export type DecidedHit = Static<typeof DecidedHit>;

export const HitsByDay = DaysOf('HitsByDay', {
  open: Type.Integer(),
  trueMatch: Type.Integer(),
  falsePositive: Type.Integer(),
  closed: Type.Integer({
    description: 'Without a decision: a compared value has changed or was removed.',
  }),
});

const OpenHitsOfAge = Type.Object(
  {
    from: Nullable(Timestamp('Found at or after this time; null: no lower limit.')),
    to: Nullable(Timestamp('Found before this time; null: until now.')),
    ...totalFields,
  },
  { title: 'OpenHitsOfAge' },
);

export const OpenHits = Type.Object(
  {
    ...totalFields,
    ages: Type.Object(
      { day: OpenHitsOfAge, week: OpenHitsOfAge, month: OpenHitsOfAge, older: OpenHitsOfAge },
      {
        description:
          'Found in the last 24 hours, one to seven days ago, seven to 30 days ago, and earlier.',
      },
    ),
  },
  { title: 'OpenHits' },
);
export type OpenHits = Static<typeof OpenHits>;
