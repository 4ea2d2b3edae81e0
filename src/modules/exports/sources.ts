import type { ExportSource } from '../../platform/export-source.ts';
import type { PlanGate } from '../../platform/http/policy.ts';
import { actionsExport } from '../audit/index.ts';
import { casesExport } from '../cases/index.ts';
import { identityModule, verificationsExport } from '../identity/index.ts';
import { invoicesExport } from '../invoices/index.ts';
import {
  decisionsExport,
  hitsExport,
  screeningJobsExport,
  screeningsExport,
} from '../screening/index.ts';
import { messagesExport } from '../threads/index.ts';
import { usageExport } from '../usage/index.ts';
import { deliveriesExport } from '../webhooks/index.ts';
import type { DataType } from './schemas.ts';

/** The sources of data that can be exported; each module defines its own. */
export const exportSources: Record<DataType, ExportSource> = {
  messages: messagesExport,
  usage: usageExport,
  webhooks: deliveriesExport,
  invoices: invoicesExport,
  audit: actionsExport,
  cases: casesExport,
  screenings: screeningsExport,
  hits: hitsExport,
  decisions: decisionsExport,
  screening_jobs: screeningJobsExport,
  verifications: verificationsExport,
};

/** Further rights that the export of some data requires. */
export const exportNeeds: Partial<Record<DataType, { scope: string; plan?: PlanGate }>> = {
  audit: { scope: 'audit:read' },
  verifications: { scope: 'identity:verify', plan: identityModule.plans.detection_pack },
};
