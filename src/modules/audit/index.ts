import type { Module, ModuleTables } from '../module.ts';
import { access, type AuditServices } from './access.ts';
import { auditRoutes } from './actions/routes.ts';
import { chainRoutes } from './chain/routes.ts';
import { retention } from './chain/checkpoint/checkpoint.ts';
import { jobs } from './jobs.ts';
import { actionsExport } from './actions/store.ts';
import { APPEND } from '../../platform/db/tables.ts';
import { subjectData } from './actions/actions.ts';

/** The module's tables. */
const tables = {
  // A trigger allows the deletion only of links that a checkpoint covers.
  audit_links: { service: [...APPEND, 'DELETE'], tenant: APPEND },
  audit_checkpoints: { service: [...APPEND, 'DELETE'], tenant: ['SELECT'] },
  audit_unlinked: { waiting: { as: 'audit_rows' } },
  audit_unstreamed: {},
} satisfies ModuleTables;

export { lastAction } from './actions/actions.ts';
export { fileTarget, otlpTarget, type StreamTarget } from './stream/target.ts';
export { LinkedAction, linkedActions } from './linked/linked.ts';
export { LastLink } from './chain/schemas.ts';
export { linkOrganization } from './chain/linker.ts';
export { chainTipsIn, type ChainTip } from './chain/tips.ts';
export { verifyAudit } from './chain/verify.ts';

/** The audit log, and the hash chains over it and over verifications. */
export const auditModule = {
  ...access,
  tags: {
    Audit: 'Audit: Lists actions: every change of state by a key, a person or a command.',
  },
  routes: [...auditRoutes, ...chainRoutes],
  jobs,
  tables,
  subjectData,
  retention,
  exports: { audit: { title: 'Audit', source: actionsExport, needs: { scope: 'audit:read' } } },
  screens: {
    '/audit': {
      file: 'people/audit',
      component: 'Audit',
      navigation: { title: 'Audit', scope: 'audit:read', place: 180 },
    },
    '/platform-audit': {
      file: 'operators/platform-audit',
      component: 'PlatformAudit',
      navigation: { title: 'Audit of operators', scope: 'platform:admin', place: 240 },
    },
  },
} satisfies Module<AuditServices>;
