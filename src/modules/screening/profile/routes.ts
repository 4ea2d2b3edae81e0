import { defineRoute, type Policy } from '../access.ts';
import { STANDARD } from '../../../matching/index.ts';
import { chooseProfile, getProfile } from './profile.ts';
import { ChooseProfile, ScreeningProfile } from './schemas.ts';

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
export const EXAMPLE_CHOICE: ChooseProfile = {
  profile: 'standard',
  adjustments: { birthDate: { different: -12 } },
};

/** Routes for the weights of facts. */
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
];
