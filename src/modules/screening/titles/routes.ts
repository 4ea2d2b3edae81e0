import { Type } from 'typebox';
import { DisplayName, idParam, Nullable, Strict } from '../../../platform/http/schema.ts';
import { defineRoute } from '../access.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';
import { sealTitle, setTitle } from './titles.ts';
import { EXAMPLES } from './examples.ts';

const Titled = Type.Object(
  { screeningId: Type.String(), hasTitle: Type.Boolean() },
  { title: 'TitledScreening' },
);

/** The titles of searches. */
export const titleRoutes = [
  defineRoute({
    tag: 'Screening',
    extension: true,
    method: 'PATCH',
    path: '/fraud/screenings/:id',
    operationId: 'titleScreening',
    audit: { action: 'screening.title', does: 'named a search', shows: ['hasTitle'] },
    summary: 'Set or remove the title of a screening',
    description: 'Titles are stored encrypted. Nothing else of a screening ever changes.',
    policy: {
      scope: 'fraud:screen',
      context: 'organization',
      plan: 'detection_pack',
      rateLimit: 'screening',
      idempotency: true,
    },
    params: Type.Object({ id: idParam('screening', SCREENING_PREFIX) }),
    body: Strict({
      title: Nullable(DisplayName, {
        description: 'At most 200 characters; null removes the title.',
      }),
    }),
    status: 200,
    data: Titled,
    errors: ['SERVICE_DISABLED'],
    example: EXAMPLES.titleScreening,
    prepare: ({ services: { envelopes }, orgId, params: { id }, body }) =>
      sealTitle(envelopes, orgId, id, body.title),
    handle: ({ orgId, params: { id } }, tx, envelope) => setTitle(tx, orgId, id, envelope),
  }),
];
