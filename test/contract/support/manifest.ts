import { test } from 'vitest';
import { openApiDocument } from '../../../src/start/api-document.ts';
import { MODULES } from '../../../src/modules/index.ts';
import { TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { planGatesOf, routesIn } from '../../../src/modules/module.ts';
import type { RateLimits } from '../../../src/config/rate-limits.ts';
import { errorsOf } from '../../../src/platform/http/openapi/responses.ts';
import { ANY_SCOPE, OPERATE_SCOPE } from '../../../src/platform/http/policy.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';

const all: AnyRoute[] = routesIn(MODULES);
/** Every route that keys may call. The tests here are generated from this list, never from names. */
export const routes: AnyRoute[] = all.filter(({ policy }) => !policy.peopleOnly);
/** The routes that only people may call. */
export const peopleRoutes: AnyRoute[] = all.filter(({ policy }) => policy.peopleOnly);
export const planGates = planGatesOf(MODULES);

export type Json = Record<string, unknown>;
export const openApi = openApiDocument(MODULES, '') as Json & {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Json>;
    headers: Record<string, Json>;
    responses: Record<string, ResponseObject>;
    parameters: Record<string, Parameter>;
  };
};

type MediaType = {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
};
export type ResponseObject = {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content: { 'application/json': MediaType; 'text/event-stream'?: EventStreamType };
};
export type EventStreamType = MediaType & { 'x-events': Record<string, Json> };
export type Operation = Json & {
  operationId: string;
  responses: Record<string, ResponseObject>;
  requestBody?: { required: boolean; content: { 'application/json': MediaType } };
  parameters?: Parameter[];
};
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: Json;
  example?: unknown;
};

export function documentedPath(route: AnyRoute): string {
  return route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
}

export function operationOf(route: AnyRoute): Operation {
  const operation = openApi.paths[documentedPath(route)]?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`${titleOf(route)} is not in the OpenAPI document`);
  const { parameters } = operation;
  return {
    ...operation,
    responses: mapValues(operation.responses, (response) =>
      followed(response, openApi.components.responses),
    ),
    ...(parameters && {
      parameters: parameters.map((one) => followed(one, openApi.components.parameters)),
    }),
  };
}

function mapValues<A, B>(of: Record<string, A>, to: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, to(value)]));
}

/** A response or parameter of one operation, or its referenced component. */
function followed<T extends object>(one: T & { $ref?: string }, shared: Record<string, T>): T {
  return one.$ref === undefined ? one : shared[one.$ref.split('/').at(-1)!]!;
}

/** The answer of an operation with this status: its own, or the common answer for all other errors. */
export function responseOf(route: AnyRoute, status: number): ResponseObject | undefined {
  const { responses } = operationOf(route);
  return responses[String(status)] ?? (status < 400 ? undefined : responses['default']);
}

/** Every code that the operation can return. */
export function codesOf(route: AnyRoute): string[] {
  return errorsOf(route, planGates);
}

export function titleOf(route: AnyRoute): string {
  return `${route.method} ${route.path}`;
}

/** Rows for `describe.each`: the title and the route. */
export function rows(list: AnyRoute[]): [string, AnyRoute][] {
  return list.map((route) => [titleOf(route), route]);
}

export function isStream(route: AnyRoute): boolean {
  return 'stream' in route;
}
export function isMutation(route: AnyRoute): boolean {
  return route.method !== 'GET';
}
/** True if callers of an organization are admitted. */
export function isTenant(route: AnyRoute): boolean {
  return route.policy.context !== 'platform';
}
/** True if every caller is admitted. */
export function isForAll(route: AnyRoute): boolean {
  return route.policy.scope === ANY_SCOPE;
}

/** The kind of a route's handler. */
function handlerOf(route: AnyRoute): string {
  const shapes = ['stream', 'handleFile', 'handleQuery', 'writeAll', 'prepare'];
  return shapes.find((name) => name in route) ?? 'handle';
}

/**
 * The class of a route: everything in a declaration that the request pipeline reads to select the checks. Routes of a
 * class differ by names (scope, limit group, schemas) and by the work of their handlers.
 */
function classOf(route: AnyRoute): string {
  const { context, plan, scope } = route.policy;
  const body = route.bodyRule ?? (route.body ? 'required' : 'none');
  return [route.method, context, plan, body, scope === ANY_SCOPE].join(' ');
}

/** Traits that change the pipeline's treatment of a request in any class. */
function traitsOf(route: AnyRoute): string[] {
  const { policy } = route;
  return [
    `handler ${handlerOf(route)}`,
    `mutation ${handlerOf(route)} ${isMutation(route)}`,
    `limited ${policy.rateLimit !== 'none'} ${policy.perEndpoint === true}`,
    ...(policy.stepUp ? ['step-up'] : []),
    ...(policy.token ? ['token'] : []),
    ...(policy.rereadsCaller ? ['caller read again'] : []),
    ...(policy.acrossOrganizations ? ['across organizations'] : []),
    ...(policy.scope === OPERATE_SCOPE ? ['operate'] : []),
    ...(route.heavy === undefined ? [] : [`heavy ${route.heavy}`]),
    ...(route.invalidCode ? [route.invalidCode] : []),
    ...(route.notFound ? [route.notFound] : []),
    ...(route.bodyLimitFactor === undefined ? [] : ['large body']),
    ...(route.deprecated ? ['deprecated'] : []),
  ];
}

/**
 * A few routes that cover the whole pipeline: the first of each class, and the first with each trait. Behavior that the
 * pipeline has for all routes is tested on these; `test/architecture/registered-routes.test.ts` shows that no route is
 * served in another way.
 */
export const representatives: AnyRoute[] = (() => {
  const seen = new Set<string>();
  return routes.filter((route) => {
    const news = [classOf(route), ...traitsOf(route)].filter((one) => !seen.has(one));
    for (const one of news) seen.add(one);
    return news.length > 0;
  });
})();

/** A caller that grants or removes roles, or creates keys, needs the scopes of those. */
const GIVES_RIGHTS = new Set([
  'addMember',
  'changeMember',
  'createMemberInvitation',
  'createPortalSession',
  'createSignInIssuer',
  'removeSignInIssuer',
  'createKey',
  'rotateKey',
]);

export function givesRights(route: AnyRoute): boolean {
  return GIVES_RIGHTS.has(route.operationId);
}

/** The scopes that a key needs for an operation with its example. */
export function scopesFor(route: AnyRoute): string[] {
  if (givesRights(route)) return [...TENANT_SCOPES];
  return [isForAll(route) ? TENANT_SCOPES[0] : route.policy.scope];
}
export function scopesBut(scope: string): string[] {
  return TENANT_SCOPES.filter((other) => other !== scope);
}

/** The refusal for an organization without the feature, if the route has a plan gate. */
export function gateOf(route: AnyRoute): (typeof planGates)[string] | undefined {
  return route.policy.plan === undefined ? undefined : planGates[route.policy.plan];
}

/** The code for an invalid query or body. */
export function invalidOf(route: AnyRoute): string {
  return route.invalidCode ?? 'BAD_REQUEST';
}
/** True if the body may be anything. */
export function ignoresBody(route: AnyRoute): boolean {
  return route.bodyRule === 'ignored';
}

/** The same limit for every group that a route names, and for failed authentication. */
export function limitsOf(points: number, windowSeconds = 3600): RateLimits {
  const groups = new Set(
    routes.map((route) => route.policy.rateLimit).filter((group) => group !== 'none'),
  );
  return {
    ...Object.fromEntries([...groups].map((group) => [group, { points, windowSeconds }])),
    'failed-authentication': { points: 1_000_000, windowSeconds: 60 },
  };
}

/** Path parameters in the order of the path, with the resource of each. */
export function resourcesOf(route: AnyRoute): { name: string; resource: string; prefix: string }[] {
  const { properties = {} } = (route.params ?? {}) as { properties?: Record<string, Json> };
  return [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => ({
    name,
    resource: String(properties[name]?.['x-resource'] ?? `unclassified parameter ${name}`),
    prefix: String(properties[name]?.['x-id-prefix'] ?? ''),
  }));
}

/** Generates a test only for the routes to which it applies. */
export function testWhere(applies: unknown): (title: string, run: () => Promise<void>) => void {
  return applies ? (title, run) => test(title, run) : () => {};
}
