import type { ExportSource } from '../../platform/export-source.ts';
import { actionsExport } from '../audit/index.ts';
import { casesExport } from '../cases/index.ts';
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

/** The data that can be exported: each module says how its own looks. */
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
};
