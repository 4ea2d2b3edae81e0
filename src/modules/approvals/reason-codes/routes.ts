import { ORGANIZATION_READ } from '../../../platform/http/policy.ts';
import { defineRoute, type Policy } from '../access.ts';
import { EXAMPLES } from '../examples.ts';
import { ReasonSettings, UpdateReasons } from './schemas.ts';
import { getReasons, repeatedCodes, updateReasons } from './settings.ts';
import { withExamples } from '../../../platform/http/route.ts';

const READ: Policy = { ...ORGANIZATION_READ, scope: 'approvals:request', rateLimit: 'approvals' };
const COMMON = {
  tag: 'Approvals',
  extension: true,
  path: '/approvals/reasons',
} as const;

/** The routes for the codes of reasons. */
export const reasonRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    operationId: 'getReasons',
    summary: 'Read the codes of reasons',
    policy: READ,
    data: ReasonSettings,
    handle: ({ orgId }, db) => getReasons(db, orgId),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    operationId: 'updateReasons',
    audit: {
      action: 'reason_settings.update',
      does: 'changed the codes of reasons',
      shows: ['required', 'textFrom'],
      compares: ['codes'],
    },
    summary: 'Change the codes of reasons, and when a reason is required',
    description:
      '`codes` replaces all codes. Decisions and requests keep the codes that they have, also codes that no longer exist.',
    policy: { ...READ, scope: 'approvals:manage', idempotency: true, stepUp: true },
    body: UpdateReasons,
    check: ({ body }) => repeatedCodes(body),
    data: ReasonSettings,
    conditional: true,
    errors: ['PRECONDITION_FAILED'],
    handle: ({ orgId, body, ifMatch }, tx) => updateReasons(tx, orgId, body, { ifMatch }),
  }),
]);
