import { Type } from 'typebox';
import { OPERATE, PLATFORM_READ } from '../../../../platform/http/policy.ts';
import { defineRoute } from '../../access.ts';
import { idParam, Nullable, StringEnum, Timestamp } from '../../../../platform/http/schema.ts';
import { ProviderOutcome } from '../../audit/metadata.ts';
import { KINDS } from '../../kinds/schemas.ts';
import { discard, listDeadLetters } from './dead-letters.ts';
import { DEAD_LETTER_PREFIX, DeadLetter, DeadLetterPage, DeadLetterQuery } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../../platform/http/route.ts';

const COMMON = { tag: 'Administration', extension: true } as const;
const params = Type.Object({ id: idParam('dead-letter', DEAD_LETTER_PREFIX) });

const ProviderHealth = Type.Object(
  {
    label: Type.String(),
    state: StringEnum('ProviderState', ['closed', 'open', 'half_open'], {
      description: 'State of its circuit breaker: `open` means that it is skipped.',
    }),
    kinds: Type.Array(StringEnum('VerificationKind', KINDS)),
    lastOutcome: Nullable(ProviderOutcome),
    lastFailureAt: Nullable(Timestamp('The last time that it could not answer.')),
    pausedUntil: Nullable(Timestamp('The end of the pause that it requested.')),
  },
  { title: 'ProviderHealth' },
);

/** For operators: unanswered requests, and the state of providers. */
export const deadLetterRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/dead-letters',
    operationId: 'listDeadLetters',
    summary: 'List dead letters of all organizations, newest first',
    description: 'Requests are encrypted and not shown.',
    policy: PLATFORM_READ,
    query: DeadLetterQuery,
    appended: ['cursor'],
    data: DeadLetterPage,
    handle: ({ services: { deadLetters }, query }, db) =>
      listDeadLetters(db, query, deadLetters.mode),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/dead-letters/:id/replay',
    operationId: 'replayDeadLetter',
    audit: {
      action: 'dead_letter.replay',
      does: 'retried a dead letter',
      organization: ({ data }) => data.organizationId,
      shows: ['status'],
    },
    summary: 'Ask the providers again',
    description:
      'A separate call: it writes an audit row that names the first call, and emits its events. While the ' +
      'providers are still down, the entry stays `waiting`. If a later call got the same answer, no provider is ' +
      'asked and the entry becomes `superseded`.',
    policy: OPERATE,
    params,
    data: DeadLetter,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    prepareTimeoutMs: ({ deadLetters }) => deadLetters.longestMs,
    prepare: ({ services: { deadLetters }, params: { id }, actor }) =>
      deadLetters.replay(id, actor),
    handle: ({ services: { deadLetters }, actor }, tx, replayed) =>
      deadLetters.record(tx, replayed, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/dead-letters/:id/discard',
    operationId: 'discardDeadLetter',
    audit: {
      action: 'dead_letter.discard',
      does: 'discarded a dead letter',
      organization: ({ data }) => data.organizationId,
      shows: ['status'],
    },
    summary: 'Give up a dead letter and delete its request',
    description: 'Its organization gets the event identity.dead_letter.given_up.',
    policy: OPERATE,
    params,
    data: DeadLetter,
    errors: ['CONFLICT'],
    handle: ({ params: { id } }, tx) => discard(tx, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/providers',
    operationId: 'listProviders',
    summary: 'Show the state of providers in the answering process',
    policy: PLATFORM_READ,
    data: Type.Object({ providers: Type.Array(ProviderHealth) }),
    handle: async ({ services: { chain } }) => ({
      providers: chain.health().map(({ lastOutcome, lastFailureAt, pausedUntil, ...rest }) => ({
        ...rest,
        lastOutcome: lastOutcome ?? null,
        lastFailureAt: lastFailureAt?.toISOString() ?? null,
        pausedUntil: pausedUntil?.toISOString() ?? null,
      })),
    }),
  }),
]);
