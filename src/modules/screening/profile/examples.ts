import { STANDARD } from '../../../matching/index.ts';
import { ChooseProfile, ScreeningProfile } from './schemas.ts';

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

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getScreeningProfile: { data: EXAMPLE },
  chooseScreeningProfile: { body: EXAMPLE_CHOICE, data: EXAMPLE },
};
