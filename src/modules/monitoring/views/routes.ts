import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { SCREENING_READ, SCREENING_WRITE } from '../../lists/index.ts';
import { defineRoute } from '../access.ts';
import { EXAMPLES } from './examples.ts';
import { CreateHitView, DeletedHitView, HitView, HitViews, VIEW_PREFIX } from './schemas.ts';
import { deleteView, listViews, saveView } from './views.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Continuous screening', extension: true } as const;
const params = Type.Object({ id: idParam('hit-view', VIEW_PREFIX) });

/** Routes for saved views of the review queue. */
export const viewRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/hit-views',
    operationId: 'listHitViews',
    summary: 'List the saved views of hits: the organization’s and the caller’s own',
    policy: SCREENING_READ,
    data: HitViews,
    handle: ({ orgId, actor }, db) => listViews(db, orgId, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/hit-views',
    operationId: 'createHitView',
    audit: { action: 'hit_view.create', does: 'saved a view of hits', shows: ['isShared'] },
    summary: 'Save a view of hits',
    description:
      'A name must be unique among the views of the organization, or among the caller’s own: otherwise 409. There are at most 50 of each.',
    policy: SCREENING_WRITE,
    body: CreateHitView,
    status: 201,
    data: HitView,
    errors: ['CONFLICT'],
    creates: { resource: 'hit-view', ids: (data: HitView) => [data.id] },
    handle: ({ orgId, body, actor }, tx) => saveView(tx, orgId, body, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/fraud/hit-views/:id',
    operationId: 'deleteHitView',
    audit: { action: 'hit_view.delete', does: 'deleted a view of hits' },
    summary: 'Delete a saved view of hits',
    description: 'A view that only another caller sees gets 404.',
    policy: SCREENING_WRITE,
    params,
    data: DeletedHitView,
    handle: ({ orgId, params: { id }, actor }, tx) => deleteView(tx, orgId, id, actor),
  }),
]);
