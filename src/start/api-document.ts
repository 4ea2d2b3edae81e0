import { buildOpenApi } from '../platform/http/openapi/document.ts';
import {
  browserRoutesIn,
  eventTypesOf,
  planGatesOf,
  routesIn,
  type Module,
} from '../modules/module.ts';
import { version } from '../platform/files.ts';

/** Returns the OpenAPI document of the modules. */
export function openApiDocument(modules: readonly Module<never>[], publicUrl: string): object {
  const routes = routesIn(modules);
  return buildOpenApi(routes, {
    publicUrl,
    version,
    description:
      'Verifies identities, screens names against sanctions lists and an organization’s own block- and ' +
      'allowlists, decides who may do what, delivers events to webhooks, exports data as files, and counts and charges ' +
      'what is used. ' +
      'Every response is an envelope: `success`, then `data` or `error`; every one has `X-Request-Id`, and none may be stored (`Cache-Control: ' +
      'no-store`). ' +
      'Answers may get more fields, and values beyond those of `x-extensible-enum`.',
    contact: { name: 'The developers of Oriki' },
    tags: Object.assign({}, ...modules.map(({ tags }) => tags)),
    planGates: planGatesOf(modules),
    events: eventTypesOf(modules),
    browserRoutes: browserRoutesIn(modules),
  });
}
