import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { badRequest, type ErrorDetail } from '../errors/index.ts';
import { assertBounded, MAX_DETAILS } from './body/counts.ts';
import { normaliser } from './normalise.ts';
import type { AskedList, ListCursors } from './list-cursors.ts';
import type { AnyRoute } from './route.ts';
import { Strict } from './schema.ts';
import { shownName, unknownField } from './nearest.ts';
import { coerceQuery, compileValidator } from './validate.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Both names mean one header. Two different values are a mistake, and the service must not guess which one is right.
 */
function readIdempotencyKey(request: FastifyRequest, problems: ErrorDetail[]): string | undefined {
  const short = request.headers['idempotency-key'] as string | undefined;
  const long = request.headers['x-idempotency-key'] as string | undefined;
  const key = short ?? long;
  if (key === undefined) return undefined;
  if (short !== undefined && long !== undefined && short !== long)
    problems.push({ path: 'Idempotency-Key', message: 'differs from x-idempotency-key' });
  else if (!IDEMPOTENCY_KEY.test(key))
    problems.push({
      path: 'Idempotency-Key',
      message: 'must be 1 to 255 visible ASCII characters',
    });
  return key;
}

/** PostgreSQL cannot store NUL, and no filter can need one. Bodies are checked while they are parsed. */
function unstorableTexts(query: Record<string, unknown>): ErrorDetail[] {
  return Object.entries(query)
    .filter(([, value]) => typeof value === 'string' && value.includes('\0'))
    .map(([name]) => ({ path: name, message: 'must not contain NUL' }));
}

const BROKEN = 'has an invalid percent-encoding';

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns invalid escapes, and escapes that are not UTF-8 (including half a surrogate pair). The parser keeps them as
 * text.
 */
function undecodable(url: string): ErrorDetail[] {
  const at = url.indexOf('?');
  if (at === -1 || !url.includes('%', at)) return [];
  return url
    .slice(at + 1)
    .split('&')
    .flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      const path = decoded(name);
      return path === undefined || decoded(value.join('=')) === undefined
        ? [{ path: shownName(path || 'query'), message: BROKEN }]
        : [];
    });
}

/** Query parameters that the operation does not know. */
function unknownParameters(
  query: Record<string, unknown>,
  known: readonly string[],
): ErrorDetail[] {
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_DETAILS)
    .map((name) => ({ path: shownName(name || 'query'), message: unknownField(name, known) }));
}

export type Input = {
  query: Record<string, unknown>;
  body: unknown;
  idempotencyKey: string | undefined;
};

/** The list that a request reads, if the route returns one. */
export function askedOf(
  route: AskedList['route'],
  { principal, params }: FastifyRequest,
  query: Record<string, unknown>,
): AskedList {
  return { route, orgId: principal?.organization?.id ?? '', params, query };
}

/** The part of a declaration that describes the input. */
type InputDeclaration = AskedList['route'] &
  Pick<AnyRoute, 'path' | 'params' | 'body' | 'bodyRule' | 'invalidCode' | 'check'> & {
    policy: Pick<AnyRoute['policy'], 'idempotency'>;
  };

const NO_BODY = Strict({});
const NO_QUERY = Type.Object({});

/**
 * Reads a request of this route: query, body and idempotency key.
 * @throws ApiError with every problem found
 */
export function inputReader(
  route: InputDeclaration,
  services: unknown,
  cursors: ListCursors,
): (request: FastifyRequest) => Input {
  const bodySchema = route.body ?? NO_BODY;
  assertBounded(bodySchema, `${route.method} ${route.path}`);
  const validateBody = compileValidator('body', bodySchema);
  const querySchema = route.query ?? NO_QUERY;
  const validateQuery = compileValidator('query', querySchema);
  const parameters = Object.keys((querySchema as { properties: object }).properties);
  const normaliseQuery = normaliser(querySchema);
  const normaliseBody = normaliser(bodySchema);
  const normaliseParams = normaliser(route.params ?? Type.Object({}));
  return (request) => {
    // The parameters change in place, so that the handler, idempotency keys and cursors see the normalized values.
    normaliseParams(request.params);
    const sent = request.query as Record<string, unknown>;
    const query = normaliseQuery(coerceQuery(querySchema, sent)) as Record<string, unknown>;
    const body = normaliseBody(
      request.body === undefined && route.bodyRule === 'optional' ? {} : request.body,
    );
    const problems = validateQuery(query);
    if (Object.keys(sent).length > 0)
      problems.unshift(
        ...undecodable(request.url),
        ...unknownParameters(sent, parameters),
        ...unstorableTexts(query),
      );
    if (body !== undefined) problems.push(...validateBody(body));
    else if (route.body) problems.push({ path: 'body', message: 'is required' });
    if (problems.length === 0) problems.push(...cursors.open(askedOf(route, request, query)));
    const principal = request.principal!;
    if (problems.length === 0)
      problems.push(...(route.check?.({ services, principal, query, body }) ?? []));
    const ofHeaders: ErrorDetail[] = [];
    const idempotencyKey = route.policy.idempotency
      ? readIdempotencyKey(request, ofHeaders)
      : undefined;
    if (problems.length > 0)
      throw badRequest([...problems, ...ofHeaders].slice(0, MAX_DETAILS), route.invalidCode);
    if (ofHeaders.length > 0) throw badRequest(ofHeaders);
    return { query, body, idempotencyKey };
  };
}

/** Returns one text for all percent-encodings of a path, because an idempotency key must not depend on the spelling. */
export function pathOf(route: AnyRoute, params: Record<string, string>): string {
  return route.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(params[name]!),
  );
}
