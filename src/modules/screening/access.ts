import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { routesOf } from '../../platform/http/route.ts';
import { access } from '../lists/index.ts';
import type { Screening } from './screen/screening.ts';

/** Services in the context of this module's handlers. */
export type ScreeningServices = {
  screening: Screening;
  /** Encrypts titles of searches. */
  envelopes: Envelopes;
};

export const defineRoute = routesOf<typeof access, ScreeningServices>();
