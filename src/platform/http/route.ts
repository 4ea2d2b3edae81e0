import type { FastifyBaseLogger } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Database, Queryable, Tx } from '../db/database.ts';
import type { ErrorCode, ErrorDetail } from '../errors/index.ts';
import type { WriteAll } from '../db/batches/group-commit.ts';
import type { Principal } from '../auth/key-cache.ts';
import type { Document } from './body/send-pieces.ts';
import type { EventStream } from './event-stream.ts';
import type { Actor } from '../audit/action.ts';
import type { Audit, Changed } from '../audit/audit.ts';
import type { Access, Policy, PolicyOf } from './policy.ts';
import type { Heavy } from './under-way.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * The context of every handler, whatever its route.
 * @template Services the objects that the composition creates once for a module's handlers
 */
export type BaseContext<Services = unknown> = {
  services: Services;
  principal: Principal;
  /** The actor, for the audit log and for approval requests. */
  actor: Actor;
  /** The acting organization, which is always the key's own. Empty for platform routes. */
  orgId: string;
  /** Scheme and host under which the caller reaches this service; empty if unknown. */
  origin: string;
  /** The header `If-Match`, for `assertUnchanged`. */
  ifMatch: string | undefined;
  log: FastifyBaseLogger;
  /** Aborts when the caller disconnects before its answer; for long work. */
  abandoned: () => AbortSignal;
};

type Context<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Services,
> = BaseContext<Services> & {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
};

/** A completed operation, as its audit row describes it. */
type Done<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Data extends TSchema,
> = Pick<Context<Params, Query, Body, unknown>, 'params' | 'query' | 'body' | 'orgId'> & {
  data: Static<Data>;
};

/** The data of an answer without its member `base64`, and the bytes for that member. */
export type FileAnswer<Data = object> = { data: Data; content: Buffer };

/** A request and its answer, for the document and for tests. */
type Example = { body?: unknown; query?: Record<string, unknown>; data: unknown };

/**
 * One operation of the API. Reads get a connection that rejects use inside a transaction. Writes run in the transaction
 * that also stores their idempotency record.
 */
type RouteDefinition<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
  Prepared = unknown,
  Services = unknown,
> = {
  method: Method;
  /** Path below `/api/v1`; parameters are `:name`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** True if the contract does not list the endpoint. */
  extension: boolean;
  policy: Policy;
  /** Every path parameter, each from `idParam`. */
  params?: Params;
  query?: Query;
  /**
   * Query parameters added after the operation was published, in the order of their addition. The document lists them
   * last, because generated clients take parameters by position.
   */
  appended?: readonly (Query extends TObject ? keyof Query['properties'] & string : string)[];
  body?: Body;
  /**
   * States that a request may omit the body. `optional`: no body means `{}`. `ignored`: any body of any media type is
   * read up to the limit and dropped.
   */
  bodyRule?: 'optional' | 'ignored';
  /** The code for an invalid query or body, if it is not BAD_REQUEST. */
  invalidCode?: 'VALIDATION_ERROR';
  /** True to reject numbers in the body that a double cannot hold. Without it, such numbers pass unchanged. */
  exactNumbers?: true;
  /** The body limit as a multiple of the server's limit, for bulk routes. */
  bodyLimitFactor?: number;
  /**
   * The callers that get the recorded answer when they repeat an idempotency key. Required where the answer has a
   * secret (`boot/assert-route.ts`). `actor`: only the actor of the first request, because the answer lets its holder
   * act as that actor. `scope`: every caller that the policy admits, because such a caller could get the secret anyway.
   * `never`: no caller; the record has no answer, and a repetition gets CONFLICT.
   */
  replay?: 'actor' | 'scope' | 'never';
  /** True if the recorded answer stays when the subject in the path is erased. */
  keepsAnswer?: true;
  /** Delays the request's work until its turn (`under-way.ts`). */
  heavy?: Heavy;
  /** 200 by default. */
  status?: 200 | 201 | 202;
  /**
   * Returns true to answer 200 instead, because the request found its work already done. `created` is a member that
   * handlers may add, and that is not sent.
   */
  okWhen?: (data: Static<Data> & { created?: boolean }) => boolean;
  /** Schema of a stream: an object with the payload of each event under the event's name. */
  data: Data;
  /** Problems of input that fits the schema. Part of validation, so it runs before anything else. */
  check?: (input: {
    services: Services;
    principal: Principal;
    query: Static<Query>;
    body: Static<Body>;
  }) => ErrorDetail[];
  /** Codes that the handler itself throws, beyond those that follow from the policy. */
  errors?: ErrorCode[];
  /** True to honor `If-Match`. This operation, or the one that reads the same resource, returns an `ETag`. */
  conditional?: true;
  /** The code for an unknown id in the path, if it is not NOT_FOUND. */
  notFound?: 'ROLE_NOT_FOUND';
  /** Deprecation: the time of its announcement, and the time of removal (ISO 8601). */
  deprecated?: { since: string; sunset?: string };
  /** By default the example of this operation in `withExamples`. */
  example?: Example;
  /** On a route that creates something, returns the new ids, for tests that need an id of another organization. */
  creates?: { resource: string; ids: (data: never) => string[] };
} & (
  | {
      method: 'GET';
      /** The audit row of a read that reveals something. It is written before the answer is sent. */
      audit?: Audit<Done<Params, Query, Body, Data>, Static<Data>>;
      /** Returns headers for the console, which are no part of the API. It runs before `handle`. */
      headers?: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Record<string, string>>;
      handle: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Static<Data>>;
    }
  | {
      method: 'GET';
      audit?: Audit<Done<Params, Query, Body, Data>, Static<Data>>;
      /** Replaces `handle` where the answer contains a file as its member `base64`; the bytes are sent in pieces. */
      handleFile: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<FileAnswer<Omit<Static<Data>, 'base64'>>>;
    }
  | {
      method: 'GET';
      /**
       * Replaces `handle`: checks the request, and returns the source of the event stream that is then opened.
       * @param lastEventId the last event that the client reports to have seen; empty for none
       * @param db the caller's bucket
       */
      stream: (
        context: Context<Params, Query, Body, Services>,
        lastEventId: string,
        db: Database,
      ) => (stream: EventStream) => void;
      /** True if a stream continues after the caller's rights have changed. By default it continues. */
      goesOn?: (opened: Principal, now: Principal) => boolean;
    }
  | {
      method: 'GET';
      /** The audit row, committed before a byte of the document is sent. */
      audit: Audit<Done<Params, Query, Body, Data>, Static<Data>>;
      /**
       * Replaces `handle` if the answer is a document of any length. Does the long reads and checks before the
       * transaction.
       */
      prepare: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Prepared>;
      /** Writes what must be stored before the document is sent. @returns the facts for the audit row */
      commit: (
        context: Context<Params, Query, Body, Services>,
        tx: Tx,
        prepared: Prepared,
      ) => Promise<Partial<Static<Data>>>;
      /** Returns the document. Its pieces are read only as fast as the client accepts them. */
      document: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
        committed: Partial<Static<Data>>,
      ) => Document;
      /** The media types that the document can have besides JSON. */
      mediaTypes?: readonly string[];
    }
  | {
      /** A query: a POST that writes nothing. It is a POST because its fields do not belong in a URL. */
      method: 'POST';
      handleQuery: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Static<Data>>;
    }
  | {
      method: 'POST' | 'PATCH' | 'DELETE';
      audit: Audit<Done<Params, Query, Body, Data>, Static<Data>>;
      /** Long reads, computation and outbound calls, before the transaction. */
      prepare?: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Prepared>;
      /** The longest duration of `prepare`, if a repeated idempotency key must not start it again during that time. */
      prepareTimeoutMs?: (services: Services) => number;
      handle: (
        context: Context<Params, Query, Body, Services>,
        tx: Tx,
        prepared: Prepared,
      ) => Promise<Static<Data> | Changed<Static<Data>>>;
    }
  | {
      method: 'POST';
      audit: Audit<Done<Params, Query, Body, Data>, Static<Data>>;
      prepare: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Prepared>;
      prepareTimeoutMs?: (services: Services) => number;
      /**
       * Replaces `handle`: inserts the prepared results of requests of any organizations and routes in one transaction
       * (`GroupCommit`). The results do not depend on each other.
       */
      writeAll: WriteAll<Prepared>;
      answer: (context: Context<Params, Query, Body, Services>, prepared: Prepared) => Static<Data>;
    }
);

/** Any route, as the registry sees it. */
export type AnyRoute = RouteDefinition & { status: 200 | 201 | 202; example: Example };

/** A route whose handlers need these services. Any caller that has all services can run a list of routes. */
export type Route<Services> = AnyRoute & { readonly needs?: (services: Services) => void };

/**
 * Checks the types of a declaration and then erases them. Each module has its own function, typed by the declarations
 * in its `access.ts`.
 */
export type DefineRoute<Declared extends Access, Services = unknown> = <
  Params extends TObject = TObject<{}>,
  Query extends TObject = TObject<{}>,
  Body extends TSchema = TObject<{}>,
  Data extends TSchema = TSchema,
  Prepared = undefined,
>(
  route: RouteDefinition<Params, Query, Body, Data, Prepared, Services> & {
    policy: PolicyOf<Declared>;
  },
) => Route<Services>;

/** Returns the `defineRoute` of a module. */
export function routesOf<Declared extends Access, Services = unknown>(): DefineRoute<
  Declared,
  Services
> {
  return (route) => ({ status: 200, ...route }) as unknown as Route<Services>;
}

/** Returns the routes, each with the example of its operation. @throws Error if one has none */
export function withExamples<Of extends AnyRoute>(
  examples: Readonly<Record<string, Example>>,
  routes: readonly Of[],
): Of[] {
  return routes.map((route) => {
    const example = route.example ?? examples[route.operationId];
    if (!example) throw new Error(`no example of ${route.operationId}`);
    return { ...route, example };
  });
}
