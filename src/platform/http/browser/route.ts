/**
 * Routes of kind `browser`: sign-in, sessions and signed addresses. They accept no API key and are not part of the API
 * and its clients.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Audit } from '../../audit/audit.ts';
import type { Principal } from '../../auth/key-cache.ts';
import type { ApiError } from '../../errors/index.ts';
import type { Json } from '../openapi/publish.ts';
import type { ErrorResponses } from '../openapi/responses.ts';
import type { PolicyServices } from '../register.ts';

/** A route's requirements for its caller, checked in this order before a byte of the body is read. */
type BrowserPolicy = {
  /** `own pages`: other sites cannot make a browser send the request. */
  from: 'own pages' | 'anywhere';
  /**
   * `session`: a person with a session; others get 401. `proof`: the handler verifies the code, token or signature in
   * the request before anything else.
   */
  caller: 'anyone' | 'session' | 'proof';
  /** Name of a rate-limit group, or `none`. Each session has its own counter; other callers share one per address. */
  rateLimit: string;
};

/** An audit row that the verb writes, in the log of the person or organization that it finds. */
type BrowserAudit = Pick<Audit, 'action' | 'does'> & { shows?: readonly string[] };

/** The request as each handler sees it. */
export type BrowserContext<Services, Params = unknown, Query = unknown, Body = unknown> = {
  services: Services;
  server: Pick<PolicyServices, 'buckets' | 'keys' | 'publicUrl' | 'rateLimiter'>;
  /** The person of the session; null if the route requires no session. */
  person: Principal | null;
  params: Params;
  query: Query;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
};

type BrowserDefinition<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
  Services = unknown,
> = {
  method: 'GET' | 'POST';
  /** True if the handler also answers HEAD. */
  answersHead?: true;
  /** Path from the root of the server. */
  path: string;
  operationId: string;
  policy: BrowserPolicy;
  /** The audit rows that the verb writes. Required for each POST. */
  audit?: readonly BrowserAudit[];
  params?: Params;
  query?: Query;
  /**
   * True if another party creates the query and the proof covers it. The handler then reads the query as it was sent.
   */
  anyQuery?: true;
  body?: Body;
  /** The body limit as a multiple of the server's limit, for images. By default a body has a few KiB. */
  bodyLimitFactor?: number;
  /** `form`: the body is `application/x-www-form-urlencoded`. */
  bodyRule?: 'form';
  /** Runs when the request is rejected. An error that it throws replaces the first one. */
  refused?: (
    context: Pick<BrowserContext<Services>, 'services' | 'server' | 'request'>,
    error: ApiError,
  ) => Promise<void>;
  /** The path in the OpenAPI document; by default the document does not have it. */
  document?: (errors: ErrorResponses) => Json;
} & (
  | {
      data: Data;
      handle: (
        context: BrowserContext<Services, Static<Params>, Static<Query>, Static<Body>>,
      ) => Promise<Static<Data>>;
    }
  | {
      /** Replaces `handle` where the answer is a redirect or a file. */
      answer: (
        context: BrowserContext<Services, Static<Params>, Static<Query>, Static<Body>>,
      ) => Promise<FastifyReply>;
    }
);

/** Any browser route, as the registry sees it. */
export type AnyBrowserRoute = BrowserDefinition & { kind: 'browser' };

/** A browser route whose handlers need these services. */
export type BrowserRoute<Services> = AnyBrowserRoute & {
  readonly needs?: (services: Services) => void;
};

/** Returns a function that checks the types of a module's declarations and then erases them. */
export function browserRoutesOf<Services>() {
  return <
    Params extends TObject = TObject<{}>,
    Query extends TObject = TObject<{}>,
    Body extends TSchema = TObject<{}>,
    Data extends TSchema = TSchema,
  >(
    route: BrowserDefinition<Params, Query, Body, Data, Services>,
  ): BrowserRoute<Services> => ({ kind: 'browser', ...route }) as unknown as BrowserRoute<Services>;
}

/** A page or probe for every caller: it has no parameters but its path, and changes nothing. */
export type ServedPage = {
  path: string;
  serve: (request: FastifyRequest, reply: FastifyReply) => unknown;
};
