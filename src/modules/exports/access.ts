import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { browserRoutesOf } from '../../platform/http/browser/route.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { ModuleExport } from '../module.ts';
import type { Stores } from './files/files.ts';
import type { ExportUrls } from './download/urls.ts';

/** Services in the context of this module's handlers. */
export type ExportServices = {
  urls: ExportUrls;
  files: Stores;
  /** The data that can be exported, by its type. */
  exportable: Readonly<Record<string, ModuleExport>>;
};

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: ['exports:create'],
  rateLimits: {
    exports: { points: 100, windowSeconds: 3600 },
    // Clients poll an export every second until it is done.
    'exports-read': { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, ExportServices>();
export const defineBrowserRoute = browserRoutesOf<ExportServices>();
