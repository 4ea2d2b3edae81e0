import { Type, type Static } from 'typebox';
import {
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  StringEnum,
  Timestamp,
} from '../../../../platform/http/schema.ts';
import { KINDS } from '../../kinds/schemas.ts';

export const DEAD_LETTER_PREFIX = 'deadletter';

/** With `manual` only operators replay; with `auto` the worker also replays, for a day. */
export type DeadLetterMode = 'manual' | 'auto';

export const DEAD_LETTER_STATUSES = ['waiting', 'replayed', 'superseded', 'discarded'] as const;
const DeadLetterStatus = StringEnum('DeadLetterStatus', DEAD_LETTER_STATUSES);

export const DeadLetter = Type.Object(
  {
    id: Type.String(),
    organizationId: Type.String(),
    verificationId: Type.String({ description: 'The call that found every provider unavailable.' }),
    kind: StringEnum('VerificationKind', KINDS),
    country: Type.String(),
    status: DeadLetterStatus,
    replayable: Type.Boolean({
      description: 'False when the request was not stored, or is no longer needed.',
    }),
    replays: Type.Integer({ description: 'The number of replays.' }),
    replayedAs: Nullable(Type.String(), {
      description:
        'The verification with the answer: the replay, or with `superseded` a later call about the same question.',
    }),
    dueAt: Nullable(Timestamp('x'), {
      description: 'The time of the next automatic replay. Null when only operators replay.',
    }),
    createdAt: Timestamp('When the call was sent.'),
    updatedAt: Timestamp('When the entry last changed.'),
    failures: Type.Optional(
      Type.Array(
        Type.Object(
          {
            provider: Type.String({ description: 'Label of the provider.' }),
            outcome: Type.String({
              description: 'Why it gave no answer, such as `timeout` or `unavailable`.',
            }),
          },
          { title: 'ProviderFailure' },
        ),
        {
          examples: [[{ provider: 'provider-1', outcome: 'timeout' }]],
          description: 'The providers of the first call, in their order. Only in lists.',
        },
      ),
    ),
  },
  { title: 'DeadLetter', description: 'A request that no provider could answer.' },
);
export type DeadLetter = Static<typeof DeadLetter>;

export const DeadLetterPage = PageOf(DeadLetter);

export const DeadLetterQuery = Type.Object({
  organizationId: Type.Optional(
    Type.String({ description: 'Only dead letters of this organization.' }),
  ),
  status: Type.Optional(DeadLetterStatus),
  ...pageQuery(PAGE_CAP),
});
export type DeadLetterQuery = Static<typeof DeadLetterQuery>;
