import type { Module, ModuleTables } from '../module.ts';
import { jobs } from './jobs.ts';
import { access, egressRoutes, type EgressServices } from './routes.ts';

export {
  egressReport,
  enteredHosts,
  nameOf,
  signedEgressReport,
  type Configured,
  type EgressRules,
} from './report.ts';
export type { AnyPurpose } from './schemas.ts';
export { addUses } from './store.ts';

/** The module's tables. */
const tables = { egress_uses: { isShared: true, tenant: [] } } satisfies ModuleTables;

/** The outside hosts to which data may go. */
export const egressModule = {
  ...access,
  tags: {},
  routes: egressRoutes,
  jobs,
  tables,
} satisfies Module<EgressServices>;
