import { Type, type Static } from 'typebox';
import { ExternalId, Nullable, Strict, StringEnum } from '../../platform/http/schema.ts';

export const MESSAGE_PREFIX = 'message';

export const MAX_PARTICIPANTS_PER_REQUEST = 1000;
/**
 * The maximum number of participants of a thread, including former ones. It limits the size of an answer and the cost
 * of one change.
 */
export const MAX_PARTICIPANTS = 10_000;

export const ParticipantExternalId = ExternalId({
  minLength: 1,
  maxLength: 128,
  description: 'The organization’s own id of a participant.',
});
export const Role = ExternalId({
  minLength: 1,
  maxLength: 128,
  description:
    'Free text, such as `customer`. Together with the external id it identifies one participant.',
});
export const ParticipantKey = { externalId: ParticipantExternalId, role: Role };
export type ParticipantKey = { externalId: string; role: string };

export const ParticipantInput = Strict(
  {
    ...ParticipantKey,
    displayName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Replaces the earlier name, in every thread.',
      }),
    ),
  },
  { title: 'ParticipantInput' },
);
export type ParticipantInput = Static<typeof ParticipantInput>;

export const Participant = Type.Object(
  {
    participantId: Type.String({ description: 'The same in every thread.' }),
    externalId: Type.String(),
    role: Type.String(),
    displayName: Nullable(Type.String()),
  },
  { title: 'Participant' },
);
export type Participant = Static<typeof Participant>;

export const STATUSES = ['OPEN', 'CLOSED', 'ARCHIVED'] as const;
export type ThreadStatus = (typeof STATUSES)[number];
export const Status = StringEnum('ThreadStatus', STATUSES);
