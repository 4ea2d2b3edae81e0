import { defineRoute, type Policy } from '../access.ts';
import { STANDARD } from '../facts/profile.ts';
import { dryRun } from './dry-run.ts';
import { chooseProfile, getProfile } from './profile.ts';
import { ChooseProfile, DryRun, DryRunResult, ScreeningProfile } from './schemas.ts';

const READ: Policy = {
  scope: 'fraud:manage',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'lists',
  idempotency: false,
};
const WRITE: Policy = { ...READ, idempotency: true };
const COMMON = { tag: 'Screening', extension: true, status: 200 } as const;
const EXAMPLE: ScreeningProfile = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  name: 'own',
  version: 2,
  profile: 'standard',
  adjustments: { birthDate: { different: -12 } },
  weights: { ...STANDARD.weights, birthDate: { ...STANDARD.weights.birthDate, different: -12 } },
  mostUp: STANDARD.mostUp,
  mostDown: STANDARD.mostDown,
  contradictedCount: false,
  setAt: '2026-11-21T09:45:00.000Z',
};
const EXAMPLE_CHOICE: ChooseProfile = {
  profile: 'standard',
  adjustments: { birthDate: { different: -12 } },
};

/** The weights of facts. */
export const profileRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/profile',
    operationId: 'getScreeningProfile',
    summary: 'Read the weights of facts in screenings',
    policy: READ,
    data: ScreeningProfile,
    example: { data: EXAMPLE },
    handle: ({ orgId }, db) => getProfile(db, orgId),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/fraud/profile',
    operationId: 'chooseScreeningProfile',
    audit: {
      action: 'screening_profile.choose',
      does: 'chose a screening profile',
      shows: ['name', 'version', 'profile', 'adjustments', 'contradictedCount'],
    },
    summary: 'Choose a profile of weights, or adjust one',
    description:
      'Applies to later screenings; stored ones stay unchanged. `adjustments` replace the previous ones; ' +
      'without them the profile is as documented. `dryRunScreeningProfile` previews the effect. Where a false positive needs two ' +
      'people, this also needs two: one asks for `screening_profile.choose` with the body as `detail`.',
    policy: WRITE,
    body: ChooseProfile,
    data: ScreeningProfile,
    conditional: true,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED', 'PRECONDITION_FAILED'],
    example: { body: EXAMPLE_CHOICE, data: EXAMPLE },
    handle: ({ orgId, body, actor, ifMatch }, tx) =>
      chooseProfile(tx, orgId, body, actor, { ifMatch }),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/profile/dry-run',
    operationId: 'dryRunScreeningProfile',
    summary: 'Preview the effect of other weights',
    description:
      'Repeats up to a hundred stored screenings with the current and with the proposed weights, against the current lists ' +
      'and without identifiers, and stores nothing. `next` leads to the screenings before them.',
    policy: WRITE,
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
