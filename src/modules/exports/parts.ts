import type { Jobs } from '../../platform/db/jobs.ts';
import type { ExportUrls } from './download/urls.ts';

/** What the composition root gives to the routes. */
export type ExportParts = { jobs: Jobs; urls: ExportUrls };
