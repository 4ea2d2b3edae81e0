import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { routesOf } from '../../platform/http/route.ts';
import { access } from '../lists/index.ts';
import type { Screening } from '../screening/index.ts';
import type { Followers } from './followers.ts';

/** Services in the context of this module's handlers. */
export type MonitoringServices = {
  screening: Screening;
  followers: Followers;
  /** Encrypts the reasons of decisions. */
  envelopes: Envelopes;
};

export const defineRoute = routesOf<typeof access, MonitoringServices>();
