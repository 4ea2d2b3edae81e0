/** Schemas of stored screenings. */
import { Type, type Static } from 'typebox';
import {
  ExternalId,
  Nullable,
  PageOf,
  pageQuery,
  PAGE_CAP,
  StringEnum,
  rangeQuery,
} from '../../../platform/http/schema.ts';
import { consentWithdrawnAt } from '../../identity/index.ts';
import { AskedQuery } from '../screen/asked/schemas.ts';
import { checkedFields, Hit, OUTCOMES, resultFields } from '../screen/schemas.ts';

const title = Nullable(Type.String(), {
  description: 'Title from a person; null without one, or when its key is lost.',
});

export const StoredScreening = Type.Object(
  {
    ...resultFields,
    subjectId: Nullable(Type.String()),
    consentWithdrawnAt,
    title,
    query: AskedQuery,
    ...checkedFields,
    hits: Type.Array(Hit),
  },
  { title: 'Screening' },
);
export type StoredScreening = Static<typeof StoredScreening>;

export const ScreeningSummary = Type.Object(
  {
    ...resultFields,
    subjectId: Nullable(Type.String()),
    consentWithdrawnAt,
    title,
    query: AskedQuery,
    hitCount: Type.Integer({ description: 'Returned hits.' }),
  },
  { title: 'ScreeningSummary' },
);
export type ScreeningSummary = Static<typeof ScreeningSummary>;
export const ScreeningPage = PageOf(ScreeningSummary);

export const ScreeningQuery = Type.Object({
  subjectId: Type.Optional(
    ExternalId({ maxLength: 200, description: 'Only screenings of this subject.' }),
  ),
  outcome: Type.Optional(
    StringEnum('ScreeningOutcome', OUTCOMES, { description: 'Only screenings with this outcome.' }),
  ),
  ...rangeQuery('screened'),
  ...pageQuery(PAGE_CAP),
});
export type ScreeningQuery = Static<typeof ScreeningQuery>;
