import type { AnyRoute } from '../../platform/http/route.ts';
import type { ExportParts } from './parts.ts';
import { exportRoutes as ownRoutes } from './routes.ts';
import { settingsRoutes } from './settings/routes.ts';

export { registerDownload } from './download/download.ts';
export { downloadPathItem } from './download/document.ts';
export { DOWNLOADS, ExportUrls } from './download/urls.ts';
export { bucketProblem, openStores } from './files/open-store.ts';
export { lostStores } from './files/former-stores.ts';
export type { Stores } from './files/files.ts';
export { jobs } from './jobs.ts';
export type { ExportParts } from './parts.ts';
export { Exporter } from './run/exporter.ts';
export { ALLOWED_FORMATS, MAX_RETENTION_DAYS, MAX_ROWS } from './settings/schemas.ts';
export { getSettings, updateSettings } from './settings/settings.ts';

export function exportRoutes(parts: ExportParts): AnyRoute[] {
  return [...ownRoutes(parts), ...settingsRoutes];
}
