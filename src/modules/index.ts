import { casesModule } from './cases/index.ts';
import { identityModule } from './identity/index.ts';
import { fileScreeningModule } from './file-screening/index.ts';
import { listsModule } from './lists/index.ts';
import { monitoringModule } from './monitoring/index.ts';
import { screeningModule } from './screening/index.ts';
import { federationModule } from './federation/index.ts';
import { permissionsModule } from './permissions/index.ts';
import { todayModule } from './today/index.ts';
import { liveModule } from './live/index.ts';
import { threadsModule } from './threads/index.ts';
import { webhooksModule } from './webhooks/index.ts';
import { verificationSessionsModule } from './verification-sessions/index.ts';
import { usageModule } from './usage/index.ts';
import { invoicesModule } from './invoices/index.ts';
import { exportsModule } from './exports/index.ts';
import { peopleModule } from './people/index.ts';
import { approvalsModule } from './approvals/index.ts';
import { auditModule } from './audit/index.ts';
import { tenantsModule } from './tenants/index.ts';
import { retentionModule } from './retention/index.ts';
import { signingModule } from './signing/index.ts';
import { egressModule } from './egress/index.ts';
import { systemModule } from './system/index.ts';
import { privacyModule } from './privacy/index.ts';
import type { JobServicesOf, ServicesOf } from './module.ts';

/** The modules that declare personal data to the last one. A new module is a line here. */
const OTHERS = [
  identityModule,
  screeningModule,
  fileScreeningModule,
  listsModule,
  monitoringModule,
  casesModule,
  verificationSessionsModule,
  federationModule,
  permissionsModule,
  threadsModule,
  webhooksModule,
  liveModule,
  todayModule,
  usageModule,
  invoicesModule,
  exportsModule,
  peopleModule,
  approvalsModule,
  auditModule,
  retentionModule,
  tenantsModule,
  signingModule,
  systemModule,
  egressModule,
] as const;

/** All modules, in the order of the OpenAPI document. */
export const MODULES = [...OTHERS, privacyModule(OTHERS)] as const;

/** The services that the composition makes for the handlers of all modules. */
export type Services = ServicesOf<typeof MODULES>;

/** The services that the composition makes for the runs of their jobs. */
export type JobServices = JobServicesOf<typeof MODULES>;
