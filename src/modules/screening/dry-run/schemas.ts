import { Type, type Static } from 'typebox';
import { Nullable, Strict } from '../../../platform/http/schema.ts';
import { choice } from '../profile/schemas.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';

const MOST_DAYS = 30;
const MOST_SCREENINGS = 100;

export const DryRun = Strict({
  ...choice,
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DAYS,
      default: 7,
      description: 'Screenings of this many days.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_SCREENINGS,
      default: MOST_SCREENINGS,
      description: 'Maximum number of screenings to compare.',
    }),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'The `next` of the answer before: only earlier screenings.',
    }),
  ),
});
export type DryRun = Static<typeof DryRun>;

export const DryRunResult = Type.Object(
  {
    screenings: Type.Integer({
      description: 'Compared screenings: those with facts or identifiers, newest first.',
    }),
    appeared: Type.Integer({
      description: 'Hits with the proposed weights and not with the current ones.',
    }),
    vanished: Type.Integer({
      description: 'Hits with the current weights and not with the proposed ones.',
    }),
    changed: Type.Array(
      Type.Object(
        {
          screeningId: Type.String({ pattern: `^${SCREENING_PREFIX}_` }),
          appeared: Type.Integer(),
          vanished: Type.Integer(),
          outcome: Type.String({
            description: 'With the current weights, on the current lists.',
          }),
          proposed: Type.String({ description: 'With the proposed weights.' }),
        },
        { title: 'ScreeningDryRunChange' },
      ),
      { description: 'Screenings with different hits or another outcome.' },
    ),
    next: Nullable(Type.String(), { description: '`after` of the next request; null at the end.' }),
  },
  { title: 'ScreeningDryRun' },
);
export type DryRunResult = Static<typeof DryRunResult>;
