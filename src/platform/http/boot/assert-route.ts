/** Checks each route's declaration at boot, so that no forgotten declaration leaves a route open. */
import type { TSchema } from 'typebox';
import { ANY_SCOPE } from '../policy.ts';
import type { PolicyServices } from '../register.ts';
import type { AnyRoute } from '../route.ts';

/** Words in a member's name that mark a secret. */
const SECRET = /^(token|code|key|secret|password)s?$/;
/**
 * Last words of names of members about a secret that do not contain it: `apiKeyId`, `keyPrefix`,
 * `previousSecretExpiresAt`.
 */
const ABOUT = /^(ids?|prefix|hint|type|kind|status|name|count|at)$/;
/** Names of codes whose values the documentation lists. */
const LISTED_CODES = new Set(['reasonCode']);

/** Returns true for `token`, `apiKey` and `secret_text`; false for `apiKeyId` and `keyPrefix`. */
function namesSecret(name: string): boolean {
  if (LISTED_CODES.has(name)) return false;
  const words = name.split(/[_-]|(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.some((word) => SECRET.test(word)) && !ABOUT.test(words.at(-1)!);
}

/** The parts of JSON Schema that the search for secrets reads. */
type Searched = {
  type?: string | string[];
  properties?: Record<string, Searched>;
  patternProperties?: Record<string, Searched>;
  items?: Searched;
  additionalProperties?: Searched | boolean;
  anyOf?: Searched[];
  allOf?: Searched[];
  oneOf?: Searched[];
};

function partsOf(schema: Searched): Searched[] {
  const { items, additionalProperties: more, anyOf = [], allOf = [], oneOf = [] } = schema;
  const named = [schema.properties, schema.patternProperties].flatMap((map) =>
    Object.values(map ?? {}),
  );
  return [
    ...named,
    ...(items ? [items] : []),
    ...(typeof more === 'object' ? [more] : []),
    ...anyOf,
    ...allOf,
    ...oneOf,
  ];
}

/** True if a value of the schema can be a string, or can contain one in a list or a choice. */
function holdsText(schema: Searched): boolean {
  if ([schema.type].flat().includes('string')) return true;
  const { items, anyOf = [], allOf = [], oneOf = [] } = schema;
  return [...(items ? [items] : []), ...anyOf, ...allOf, ...oneOf].some(holdsText);
}

/** The name of a string member, at any depth, that marks a secret; undefined if there is none. */
function secretMember(schema: Searched): string | undefined {
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (namesSecret(name) && holdsText(member)) return name;
  for (const part of partsOf(schema)) {
    const inside = secretMember(part);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Members with a URL that grants read access without a key. */
const SIGNED_LINK = /^downloadUrl$/;

function hasSignedLink(schema: Searched): boolean {
  return (
    Object.keys(schema.properties ?? {}).some((name) => SIGNED_LINK.test(name)) ||
    partsOf(schema).some(hasSignedLink)
  );
}

type Found = { secret: string | undefined; hasLink: boolean };
/** Cached by the schema of an answer, because several parts of its route need it. */
const found = new WeakMap<TSchema, Found>();

function search(data: TSchema): Found {
  const known = found.get(data);
  if (known) return known;
  const schema = data as Searched;
  const now = { secret: secretMember(schema), hasLink: hasSignedLink(schema) };
  found.set(data, now);
  return now;
}

/** True if an answer has a secret, judged by member names, or a signed link. */
export function hasSecret(data: TSchema): boolean {
  const { secret, hasLink } = search(data);
  return secret !== undefined || hasLink;
}

/** True if the operation writes. */
function changesState(route: AnyRoute): route is Extract<AnyRoute, { audit: unknown }> {
  return route.method !== 'GET' && !('handleQuery' in route);
}

/** @throws Error when a declaration is incomplete */
export function assertRoute(route: AnyRoute, services: PolicyServices): void {
  const { policy } = route;
  const wrong = (what: string) => new Error(`${route.method} ${route.path}: ${what}`);
  if (!policy) throw wrong('requires a policy');
  if (policy.scope !== ANY_SCOPE && !services.scopes.includes(policy.scope))
    throw wrong(`unknown scope ${policy.scope}`);
  if (policy.plan !== undefined && !services.planGates[policy.plan])
    throw wrong(`unknown plan gate ${policy.plan}`);
  if (policy.rateLimit !== 'none' && !services.rateLimiter.knows(policy.rateLimit))
    throw wrong(`unknown rate-limit group ${policy.rateLimit}`);
  if (changesState(route) && !route.audit)
    throw wrong('changes state, so it must declare an audit action');
  if (policy.idempotency !== (route.method !== 'GET'))
    throw wrong('idempotency keys are honored on every POST, PATCH and DELETE and on nothing else');
  const secret = policy.idempotency ? search(route.data).secret : undefined;
  if (secret !== undefined && route.replay === undefined)
    throw wrong(`answers with "${secret}", so it must declare who gets a replay of it`);
}
