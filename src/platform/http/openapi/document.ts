import type { PlanGate } from '../policy.ts';
import { API_PREFIX } from '../register.ts';
import type { AnyRoute } from '../route.ts';
import { RECEIVED_EVENTS, webhooks, type EventType } from './events.ts';
import { operation } from './operation.ts';
import { Parameters } from './parameters.ts';
import { Components, published, type Json } from './publish.ts';
import { errorSchema, ErrorResponses, responseHeaders } from './responses.ts';
import { Successes } from './successes.ts';

export type OpenApiOptions = {
  /** Scheme and host under which clients reach the service; empty means the origin of the document. */
  publicUrl: string;
  version: string;
  description: string;
  contact: Json;
  /** The description of each tag. */
  tags: Record<string, string>;
  planGates: Record<string, PlanGate>;
  /** Events that receivers get. */
  events: readonly EventType[];
  /** Routes outside the API. The document includes those that describe themselves. */
  browserRoutes: readonly { path: string; document?: (errors: ErrorResponses) => Json }[];
};

const SECURITY_SCHEMES = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'Key of one organization, or an operator’s platform key; or as `Authorization: Bearer <key>`.',
  },
  Token: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'Replaces a key in one request, for 60 seconds.',
  },
};

/** The headers that at least one answer has. */
function usedHeaders(routes: readonly AnyRoute[]): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(responseHeaders).filter(([name]) => {
      if (name === 'Deprecation') return routes.some((route) => route.deprecated);
      if (name === 'Sunset') return routes.some((route) => route.deprecated?.sunset !== undefined);
      if (name === 'ETag') return routes.some((route) => route.conditional);
      return true;
    }),
  );
}

/** Generators make one type per name. @throws when two sections share a name */
function assertDistinctNames(components: Record<string, object>): void {
  const places = Object.entries(components).flatMap(([section, members]) =>
    Object.keys(members).map((name) => ({ section, name })),
  );
  for (const [name, found] of Map.groupBy(places, (place) => place.name))
    if (found.length > 1) {
      const sections = found.map(({ section }) => section).join(' and ');
      throw new Error(
        `components has ${name} in ${sections}: rename the schema, or name the parameter with x-component`,
      );
    }
}

function documentedPath({ path }: { path: string }): string {
  return path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
}

/**
 * Returns the OpenAPI 3.1 document of these routes. It is built from the declarations that the server enforces, in
 * forms that all client generators read in the same way (`published`).
 * @throws when two different schemas have one name, two sections of `components` share a name, or a tag has no
 * description
 */
export function buildOpenApi(routes: AnyRoute[], options: OpenApiOptions): Json {
  const schemas = new Components();
  const errors = new ErrorResponses();
  const parameters = new Parameters(schemas, routes);
  schemas.use(published(errorSchema, 'answer'), 'answer');
  const successes = new Successes(schemas, routes);
  const shared = { schemas, parameters, successes, errors, planGates: options.planGates };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = documentedPath(route);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, shared);
  }
  const servers = [{ url: options.publicUrl === '' ? '/' : options.publicUrl }];
  for (const route of options.browserRoutes)
    if (route.document) paths[documentedPath(route)] = { servers, ...route.document(errors) };
  const received = webhooks(options.events, schemas);
  const components = {
    securitySchemes: SECURITY_SCHEMES,
    parameters: parameters.all(),
    headers: usedHeaders(routes),
    responses: { ...successes.all(), ...errors.all() },
    schemas: schemas.finish(),
  };
  assertDistinctNames(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Oriki',
      version: options.version,
      description: options.description,
      contact: options.contact,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.publicUrl + API_PREFIX }],
    security: [{ ApiKey: [] }],
    tags: [...new Set([...routes.map((route) => route.tag), RECEIVED_EVENTS])].map((name) => {
      const description = options.tags[name];
      if (description === undefined) throw new Error(`the tag ${name} has no description`);
      return { name, description };
    }),
    paths,
    webhooks: received,
    components,
  };
}
