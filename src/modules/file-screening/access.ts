import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { routesOf } from '../../platform/http/route.ts';
import { access } from '../lists/index.ts';
import type { Results } from './jobs/screen-jobs.ts';

/** The services in the context of this module's handlers. */
export type FileScreeningServices = {
  /** Seals files of names. */
  envelopes: Envelopes;
  results: Results;
};

export const defineRoute = routesOf<typeof access, FileScreeningServices>();
