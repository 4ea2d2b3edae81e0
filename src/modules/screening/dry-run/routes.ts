import { defineRoute } from '../access.ts';
import { EXAMPLE_CHOICE } from '../profile/routes.ts';
import { dryRun } from './dry-run.ts';
import { DryRun, DryRunResult } from './schemas.ts';

/** Previews the effect of other weights. */
export const dryRunRoutes = [
  defineRoute({
    tag: 'Screening',
    extension: true,
    status: 200,
    method: 'POST',
    path: '/fraud/profile/dry-run',
    operationId: 'dryRunScreeningProfile',
    summary: 'Preview the effect of other weights',
    description:
      'Repeats up to a hundred stored screenings with the current and with the proposed weights, against the current lists ' +
      'and without identifiers, and stores nothing. `next` leads to the screenings before them.',
    policy: {
      scope: 'fraud:manage',
      context: 'organization',
      plan: 'detection_pack',
      rateLimit: 'lists',
      idempotency: true,
    },
    body: DryRun,
    data: DryRunResult,
    example: {
      body: { ...EXAMPLE_CHOICE, days: 7 },
      data: {
        screenings: 100,
        appeared: 0,
        vanished: 1,
        changed: [
          {
            screeningId: 'scr_01kf3vm9c4e6g8j0m2p4r6t8v0',
            appeared: 0,
            vanished: 1,
            outcome: 'review',
            proposed: 'clear',
          },
        ],
        next: 'scr_01kf3vm9c4e6g8j0m2p4r6t8v0',
      },
    },
    handleQuery: ({ services: { screening }, orgId, body, abandoned }, db) =>
      dryRun({ db, screening }, orgId, body, abandoned()),
  }),
];
