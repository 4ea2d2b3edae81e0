import { Type, type Static } from 'typebox';
import { Instant, Nullable, Strict } from '../../../../platform/http/schema.ts';
import '../../../../platform/calendar/iso-time.ts';
import { MAX_EVENT_TYPE } from '../../event-types.ts';

export const Backfill = Strict({
  from: Instant('ISO 8601. Events that were published at or after it; they are kept for 30 days.'),
  eventType: Type.Optional(
    Type.String({
      maxLength: MAX_EVENT_TYPE,
      format: 'event-type',
      description: 'Only events of exactly this type.',
    }),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The `next` of the call before, with the same `from` and `eventType`.',
    }),
  ),
});
export type Backfill = Static<typeof Backfill>;

export const Backfilled = Type.Object(
  {
    backfilled: Type.Integer({ description: 'Events that will be sent.' }),
    complete: Type.Boolean({
      description:
        'False when it has read 10,000 events (1,000 with a filter) and there may be more: call again with `after`.',
    }),
    next: Nullable(
      Type.String({ description: 'The `after` of the next call; null when it is complete.' }),
    ),
  },
  { title: 'BackfilledEvents' },
);
export type Backfilled = Static<typeof Backfilled>;
