import type { FastifyBaseLogger } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Database, Queryable, Tx } from '../db/database.ts';
import type { ErrorCode, ErrorDetail } from '../errors/index.ts';
import type { WriteAll } from '../db/group-commit.ts';
import type { Principal } from '../auth/key-cache.ts';
import type { EventStream } from './event-stream.ts';
import type { Actor } from '../audit/action.ts';
import type { Audit } from '../audit/audit.ts';
import type { Access, Policy, PolicyOf } from './policy.ts';
import type { Heavy } from './under-way.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * The context of every handler, whatever its route.
 * @template Services what the composition makes once for the handlers of a module
 */
export type BaseContext<Services = unknown> = {
  services: Services;
  principal: Principal;
  /** Who acts, for the log of what was done and for requests of a second person. */
  actor: Actor;
  /** The acting organization: always the key's own. Empty for platform routes. */
  orgId: string;
  /** Scheme and host under which the caller reaches this service; empty if nobody says. */
  origin: string;
  /** The header `If-Match`, for `assertUnchanged`. */
  ifMatch: string | undefined;
  log: FastifyBaseLogger;
  /** Aborts when the caller has gone before its answer; for work that takes long. */
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

/** An operation that was done, as its line in the log of what was done sees it. */
type Done<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Data extends TSchema,
> = Pick<Context<Params, Query, Body, unknown>, 'params' | 'query' | 'body' | 'orgId'> & {
  data: Static<Data>;
};

/** The data of an answer without its member `base64`, and the bytes that this member has. */
export type FileAnswer<Data = object> = { data: Data; content: Buffer };

/**
 * One operation of the API. Reads get a connection that refuses to be used inside a transaction; writes
 * run in the transaction that also holds their idempotency record.
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
  /** Path below `/api/v1`, parameters as `:name`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** True when the contract does not name the endpoint. */
  extension: boolean;
  policy: Policy;
  /** Every path parameter, each made by `idParam`. */
  params?: Params;
  query?: Query;
  /**
   * Query parameters that the operation got after it was published, in the order in which it got them. The document
   * lists them last: generated clients take parameters by position.
   */
  appended?: readonly (Query extends TObject ? keyof Query['properties'] & string : string)[];
  body?: Body;
  /**
   * Says that a request need not have a body. `optional`: none stands for `{}`. `ignored`: whatever comes, of whatever
   * media type, is read up to the limit and thrown away.
   */
  bodyRule?: 'optional' | 'ignored';
  /** The code for a query or body that does not fit, if not BAD_REQUEST. */
  invalidCode?: 'VALIDATION_ERROR';
  /** Refuses numbers of the body whose value a double does not have, where others get them as they were sent. */
  exactNumbers?: true;
  /** Bytes; the server's limit unless the route takes bulk bodies. */
  bodyLimitFactor?: number;
  /**
   * Who gets the recorded answer when an idempotency key is repeated; required where the answer has a secret
   * (`boot/assert-route.ts`). `actor`: the actor of the first request only, because the answer lets its holder act as somebody.
   * `scope`: every caller that the policy admits, because such a caller could obtain the secret anyway.
   */
  replay?: 'actor' | 'scope';
  /** Holds the work of a request back until its turn has come (`under-way.ts`). */
  heavy?: Heavy;
  status: 200 | 201 | 202;
  /**
   * Returns true to answer 200 instead, because the request found its work already done. `created` is a member that
   * handlers may add, which is not sent.
   */
  okWhen?: (data: Static<Data> & { created?: boolean }) => boolean;
  /** Schema of a stream: an object with the payload of each event under its name. */
  data: Data;
  /** The faults of input that fits its schema: part of validation, before anything else happens. */
  check?: (input: {
    services: Services;
    query: Static<Query>;
    body: Static<Body>;
  }) => ErrorDetail[];
  /** Codes the handler itself throws, beyond those that follow from the policy. */
  errors?: ErrorCode[];
  /** Heeds `If-Match`: the operation, or the one that reads the same, answers an `ETag`. */
  conditional?: true;
  /** The code for an id in the path that names nothing, where it is not NOT_FOUND. */
  notFound?: 'ROLE_NOT_FOUND';
  /** Goes away: since when that is known, and from when it is gone (ISO 8601). */
  deprecated?: { since: string; sunset?: string };
  example: { body?: unknown; query?: Record<string, unknown>; data: unknown };
  /** On a route that creates something: the ids it made, for tests that need one of another organization. */
  creates?: { resource: string; ids: (data: never) => string[] };
} & (
  | {
      method: 'GET';
      /** The line of a read that reveals something; it is written before the answer leaves. */
      audit?: Audit<Done<Params, Query, Body, Data>, Static<Data>>;
      handle: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Static<Data>>;
    }
  | {
      method: 'GET';
      audit?: Audit<Done<Params, Query, Body, Data>, Static<Data>>;
      /** Instead of `handle`, where the data has the bytes of a file as its member `base64`: they are sent in pieces. */
      handleFile: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<FileAnswer<Omit<Static<Data>, 'base64'>>>;
    }
  | {
      method: 'GET';
      /**
       * Instead of `handle`: checks the request, and returns what feeds the stream of events that is then opened.
       * @param lastEventId what the client says it has seen last, empty for nothing
       * @param db the caller's bucket
       */
      stream: (
        context: Context<Params, Query, Body, Services>,
        lastEventId: string,
        db: Database,
      ) => (stream: EventStream) => void;
      /** Tells whether a stream goes on for a caller who has other rights by now; it does unless this says otherwise. */
      goesOn?: (opened: Principal, now: Principal) => boolean;
    }
  | {
      /** A query: a POST that writes nothing, because its fields do not belong into an address. */
      method: 'POST';
      handleQuery: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Static<Data>>;
    }
  | {
      method: 'POST' | 'PATCH' | 'DELETE';
      audit: Audit<Done<Params, Query, Body, Data>, Static<Data>>;
      /** Long reads, computation and questions to others, outside the transaction. */
      prepare?: (
        context: Context<Params, Query, Body, Services>,
        db: Queryable,
      ) => Promise<Prepared>;
      /** The longest time that `prepare` takes, if a repeated idempotency key must not start it again meanwhile. */
      prepareTimeoutMs?: (services: Services) => number;
      handle: (
        context: Context<Params, Query, Body, Services>,
        tx: Tx,
        prepared: Prepared,
      ) => Promise<Static<Data>>;
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
       * Instead of `handle`: inserts what requests of any organizations and routes have prepared, each independent of
       * the others, in one transaction (`GroupCommit`).
       */
      writeAll: WriteAll<Prepared>;
      answer: (context: Context<Params, Query, Body, Services>, prepared: Prepared) => Static<Data>;
    }
);

/** Any route, as the registry sees it. */
export type AnyRoute = RouteDefinition;

/** A route whose handlers need these services; a list of routes may be run by whoever has all of them. */
export type Route<Services> = AnyRoute & { readonly needs?: (services: Services) => void };

/**
 * Checks a declaration's types and erases them. A module has its own, typed by what the module declares in its
 * `access.ts`.
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

/** Makes the `defineRoute` of a module. */
export function routesOf<Declared extends Access, Services = unknown>(): DefineRoute<
  Declared,
  Services
> {
  return (route) => route as unknown as Route<Services>;
}
