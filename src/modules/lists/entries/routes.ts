import { ORGANIZATION_READ } from '../../../platform/http/policy.ts';
import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { defineRoute } from '../access.ts';
import { ENTRY_PREFIX } from '../tenant/schemas.ts';
import { getEntry } from './get-entry.ts';
import { EntryQuery, ListedEntity } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

/** Routes for the entries behind hits. */
export const entryRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'Screening',
    extension: true,
    method: 'GET',
    path: '/fraud/entries/:id',
    operationId: 'getListedEntity',
    summary: 'Fetch all data of a list entry',
    description:
      'The entry is from one of the organization’s own lists or from a global list. `version` returns it as it was for a hit: hits carry it ' +
      'as `listRevision`.',
    policy: {
      ...ORGANIZATION_READ,
      scope: 'fraud:screen',
      plan: 'detection_pack',
      rateLimit: 'screening',
    },
    params: Type.Object({ id: idParam('entry', ENTRY_PREFIX) }),
    query: EntryQuery,
    data: ListedEntity,
    handle: ({ orgId, params: { id }, query }, db) => getEntry(db, orgId, id, query.version),
  }),
]);
