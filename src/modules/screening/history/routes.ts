import { Type } from 'typebox';
import { DisplayName, idParam, Nullable, Strict } from '../../../platform/http/schema.ts';
import { defineRoute } from '../access.ts';

import { getScreening, listScreenings } from './history.ts';
import { ScreeningPage, ScreeningQuery, StoredScreening } from './schemas.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';
import { sealTitle, setTitle } from './titles.ts';
import { EXAMPLES } from './examples.ts';
import { SCREENING_READ } from '../../lists/index.ts';
import { withExamples } from '../../../platform/http/route.ts';

const Titled = Type.Object(
  { screeningId: Type.String(), hasTitle: Type.Boolean() },
  { title: 'TitledScreening' },
);
const COMMON = { tag: 'Screening', extension: true } as const;

/** Stored screenings, and the titles of searches. */
export const historyRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screenings',
    operationId: 'listScreenings',
    summary: 'List screenings, newest first',
    policy: SCREENING_READ,
    query: ScreeningQuery,
    appended: ['from', 'to', 'cursor'],
    data: ScreeningPage,
    handle: ({ services, orgId, query }, db) =>
      listScreenings(db, services.envelopes, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screenings/:id',
    operationId: 'getScreening',
    summary: 'Fetch a screening as it was returned',
    policy: SCREENING_READ,
    params: Type.Object({ id: idParam('screening', SCREENING_PREFIX) }),
    data: StoredScreening,
    handle: ({ services, orgId, params }, db) =>
      getScreening(db, services.envelopes, orgId, params.id),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/fraud/screenings/:id',
    operationId: 'titleScreening',
    audit: { action: 'screening.title', does: 'named a search', shows: ['hasTitle'] },
    summary: 'Set or remove the title of a screening',
    description: 'Titles are stored encrypted. Nothing else of a screening ever changes.',
    policy: { ...SCREENING_READ, idempotency: true },
    params: Type.Object({ id: idParam('screening', SCREENING_PREFIX) }),
    body: Strict({
      title: Nullable(DisplayName, {
        description: 'At most 200 characters; null removes the title.',
      }),
    }),
    data: Titled,
    errors: ['SERVICE_DISABLED'],
    prepare: ({ services: { envelopes }, orgId, params: { id }, body }, db) =>
      sealTitle(db, envelopes, orgId, id, body.title),
    handle: ({ orgId, params: { id } }, tx, envelope) => setTitle(tx, orgId, id, envelope),
  }),
]);
