import { defineRoute } from '../access.ts';

import { dryRun } from './dry-run.ts';
import { DryRun, DryRunResult } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

/** Previews the effect of other weights. */
export const dryRunRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'Screening',
    extension: true,
    method: 'POST',
    path: '/fraud/profile/dry-run',
    operationId: 'dryRunScreeningProfile',
    summary: 'Preview the effect of other weights',
    description:
      'Repeats up to a hundred stored screenings with the current and with the proposed weights, against the current lists ' +
      'and without identifiers, and stores nothing; sealed ones are left out. `next` leads to the screenings before them.',
    policy: {
      scope: 'fraud:manage',
      context: 'organization',
      plan: 'detection_pack',
      rateLimit: 'lists',
      idempotency: true,
    },
    body: DryRun,
    data: DryRunResult,
    handleQuery: ({ services: { screening }, orgId, body, abandoned }, db) =>
      dryRun({ db, screening }, orgId, body, abandoned()),
  }),
]);
