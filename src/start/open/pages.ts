import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { JobServices, Services } from '../../modules/index.ts';
import type { Module } from '../../modules/module.ts';
import { linkPages } from '../../modules/people/index.ts';
import { hostedPages } from '../../modules/verification-sessions/index.ts';
import { healthPages, type Readiness } from '../../platform/http/admin/health.ts';
import type { ServedPage } from '../../platform/http/browser/route.ts';
import { consolePages, hasConsole } from '../../platform/http/pages/console.ts';
import { documentPages } from '../../platform/http/pages/documents.ts';
import { explorerPages } from '../../platform/http/pages/explorer.ts';
import { prefixOf } from '../../platform/http/pages/html.ts';
import { openApiDocument } from '../api-document.ts';

/** The folder of documents that the service shows as pages. */
const DOCUMENTS_FOLDER = join(import.meta.dirname, '../../../docs');

/** Returns the pages and probes of the service. */
export function pagesOf(
  { publicUrl, console: served }: Pick<Config, 'publicUrl' | 'console'>,
  modules: readonly Module<Services, JobServices>[],
  readiness: Readiness,
): ServedPage[] {
  const prefix = prefixOf(publicUrl);
  const isConsoleOn = served !== 'off';
  return [
    ...healthPages(readiness),
    ...explorerPages(
      () => openApiDocument(modules, publicUrl ?? ''),
      isConsoleOn && hasConsole(),
      prefix,
    ),
    ...(isConsoleOn ? [...consolePages(prefix), ...linkPages(prefix)] : []),
    ...documentPages(DOCUMENTS_FOLDER, prefix),
    ...hostedPages(prefix),
  ];
}
