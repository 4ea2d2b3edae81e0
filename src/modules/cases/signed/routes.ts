import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { defineRoute, READ } from '../access.ts';
import { CASE_PREFIX } from '../schemas.ts';
import { EXAMPLES } from './examples.ts';
import { SignedCase } from './schemas.ts';
import { signedCase } from './signed.ts';
import { withExamples } from '../../../platform/http/route.ts';

/** The route for the case file. */
export const signedRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'Cases',
    extension: true,
    method: 'GET',
    path: '/cases/:id/file',
    operationId: 'getSignedCase',
    audit: { action: 'case.read_signed', does: 'made a case file' },
    summary: 'Make the case file: a case with all its decisions, signed',
    description:
      'Contains names of customers and of people, reasons with their salts, and places in the audit chain, for readers ' +
      'without access to Oriki. The page about case files explains how to verify it. Each call leaves a row in the audit log.',
    policy: READ,
    params: Type.Object({ id: idParam('case', CASE_PREFIX) }),
    heavy: 'large',
    data: SignedCase,
    errors: ['SERVICE_UNAVAILABLE'],
    handle: ({ services, orgId, params: { id }, actor }, db) =>
      signedCase(db, services, orgId, id, actor),
  }),
]);
