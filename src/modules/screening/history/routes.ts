import { Type } from 'typebox';
import {
  DisplayName,
  examplePage,
  idParam,
  Nullable,
  Strict,
} from '../../../platform/http/schema.ts';
import { defineRoute, type Policy } from '../access.ts';
import { EXAMPLE_ASKED, EXAMPLE_LISTS, exampleHead, exampleHits } from '../screen/examples.ts';
import { getScreening, listScreenings } from './history.ts';
import { ScreeningPage, ScreeningQuery, StoredScreening } from './schemas.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';
import { sealTitle, setTitle } from './titles.ts';

const Titled = Type.Object(
  { screeningId: Type.String(), hasTitle: Type.Boolean() },
  { title: 'TitledScreening' },
);
const READ: Policy = {
  scope: 'fraud:screen',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'screening',
  idempotency: false,
};
const COMMON = { tag: 'Screening', extension: true } as const;
const EXAMPLE_ID = 'scr_01kf3vm9c4e6g8j0m2p4r6t8v0';

/** Stored screenings, and the titles of searches. */
export const historyRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screenings',
    operationId: 'listScreenings',
    summary: 'List screenings, newest first',
    policy: READ,
    query: ScreeningQuery,
    appended: ['from', 'to', 'cursor'],
    status: 200,
    data: ScreeningPage,
    example: {
      query: { outcome: 'block' },
      data: examplePage({
        ...exampleHead,
        subjectId: null,
        title: null,
        query: EXAMPLE_ASKED,
        hitCount: 2,
      }),
    },
    handle: ({ services, orgId, query }, db) =>
      listScreenings(db, services.envelopes, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screenings/:id',
    operationId: 'getScreening',
    summary: 'Fetch a screening as it was returned',
    policy: READ,
    params: Type.Object({ id: idParam('screening', SCREENING_PREFIX) }),
    status: 200,
    data: StoredScreening,
    example: {
      data: {
        ...exampleHead,
        subjectId: null,
        title: 'Supplier of the tender, 2nd look',
        query: EXAMPLE_ASKED,
        lists: EXAMPLE_LISTS,
        hits: exampleHits,
      },
    },
    handle: ({ services, orgId, params }, db) =>
      getScreening(db, services.envelopes, orgId, params.id),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/fraud/screenings/:id',
    operationId: 'titleScreening',
    audit: { action: 'screening.title', shows: ['hasTitle'] },
    summary: 'Set or remove the title of a screening',
    description: 'Titles are stored encrypted. Nothing else of a screening ever changes.',
    policy: { ...READ, idempotency: true },
    params: Type.Object({ id: idParam('screening', SCREENING_PREFIX) }),
    body: Strict({
      title: Nullable(DisplayName, {
        description: 'At most 200 characters; null removes the title.',
      }),
    }),
    status: 200,
    data: Titled,
    errors: ['SERVICE_DISABLED'],
    example: {
      body: { title: 'Supplier of the tender, 2nd look' },
      data: { screeningId: EXAMPLE_ID, hasTitle: true },
    },
    prepare: ({ services: { envelopes }, orgId, params: { id }, body }) =>
      sealTitle(envelopes, orgId, id, body.title),
    handle: ({ orgId, params: { id } }, tx, envelope) => setTitle(tx, orgId, id, envelope),
  }),
];
