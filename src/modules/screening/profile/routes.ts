import { defineRoute } from '../access.ts';

import { chooseProfile, getProfile } from './profile.ts';
import { ChooseProfile, ScreeningProfile } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { LISTS_READ, LISTS_WRITE } from '../../lists/index.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Screening', extension: true } as const;

/** Routes for the weights of facts. */
export const profileRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/profile',
    operationId: 'getScreeningProfile',
    summary: 'Read the weights of facts in screenings',
    policy: LISTS_READ,
    data: ScreeningProfile,
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
    policy: LISTS_WRITE,
    body: ChooseProfile,
    data: ScreeningProfile,
    conditional: true,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED', 'PRECONDITION_FAILED'],
    handle: ({ orgId, body, actor, ifMatch }, tx) =>
      chooseProfile(tx, orgId, body, actor, { ifMatch }),
  }),
]);
