import type { ExportUrls } from './download/urls.ts';

/** What the composition root gives to the routes. */
export type ExportParts = { urls: ExportUrls };
