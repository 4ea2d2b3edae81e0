import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PrincipalCache, Principal } from '../auth/key-cache.ts';
import type { Presence } from '../auth/presence.ts';
import type { RequestTokens } from '../auth/request-token.ts';
import type { Buckets } from '../db/buckets/buckets.ts';
import type { Database, DatabaseScope, LastStatement, Tx } from '../db/database.ts';
import type { Idempotency, RecordedAnswer } from '../idempotency/idempotency.ts';
import { ApiError } from '../errors/index.ts';
import { keepTraceparent } from '../observability/tracing.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { PLATFORM } from '../audit/action.ts';
import { changeIn, writeAction, writeActions } from '../audit/audit.ts';
import { actorOf, lineOf } from './audit-line.ts';
import { RecentReads } from '../audit/recent-reads.ts';
import { noteRefusal, refusedWith } from '../auth/note-refusal.ts';
import { addOperation, addressRefusal, readCaller, refusalOf } from './admission.ts';
import type { EventStreams } from './event-stream.ts';
import { assertRoute } from './boot/assert-route.ts';
import type { PlanGate } from './policy.ts';
import type { BodyBudget } from './body/body-budget.ts';
import { ignoreBodies } from './body/read-body.ts';
import { entityTagOf } from '../concurrency/if-match.ts';
import { isList, type ListCursors } from './list-cursors.ts';
import { limitOf } from './boot/in-time.ts';
import { askedOf, inputReader, pathOf } from './read-input.ts';
import type { AnyRoute, BaseContext } from './route.ts';
import { originOf } from './browser/same-origin.ts';
import { markReplay, recipientOf, serialiserOf } from './serialise.ts';
import { abandonmentOf, type Passage, type RequestsUnderWay } from './under-way.ts';
import { answerSender } from './body/send-answer.ts';
import { sendFile } from './body/send-file.ts';
import { sendDocument } from './body/send-pieces.ts';
import { longSender } from './body/long-answer.ts';
import { groupOf, runAlone, type GroupedRoute, type Groups } from './unkeyed.ts';

export const API_PREFIX = '/api/v1';

export type PolicyServices = {
  buckets: Buckets;
  keys: PrincipalCache;
  tokens: RequestTokens;
  streams: EventStreams;
  presence: Presence;
  underWay: RequestsUnderWay;
  rateLimiter: RateLimiter;
  idempotency: Idempotency;
  /** Resolves to true if the first key replaces the second, directly or through other keys. */
  replacesKey: (id: string, older: string) => Promise<boolean>;
  cursors: ListCursors;
  planGates: Record<string, PlanGate>;
  scopes: readonly string[];
  /** The services in the handlers' context. */
  services: unknown;
  bodyLimitBytes: number;
  bodyBudget: BodyBudget;
  /** The time limit of the statements of most requests. */
  requestDeadlineMs: number;
  /** The address at which clients reach the service, if the operator sets it. */
  publicUrl: string | undefined;
};

/* oxlint-disable typescript/consistent-type-definitions */
declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** Set once the request is admitted, if it counts as in progress. */
    passage: Passage | null;
    /** The organization for which a keyless address was signed. */
    signedOrgId: string | null;
  }
  interface FastifyContextConfig {
    operationId?: string;
    exactNumbers?: boolean;
  }
}
/* oxlint-enable typescript/consistent-type-definitions */

const givenOnce = new ApiError(
  'CONFLICT',
  'the first request with this idempotency key was answered, and Oriki does not store that answer',
);
/** The recorded answer of a route whose answer must not be stored. */
const GIVEN_ONCE = { status: givenOnce.status, body: JSON.stringify(givenOnce.toBody()) };

type Mutation = Exclude<AnyRoute, { method: 'GET' }>;
type AnyContext = Parameters<Extract<AnyRoute, { handleQuery: unknown }>['handleQuery']>[0];

/** The work before the transaction; for a safe POST, all work. */
function prepareOf(
  route: Mutation,
  context: AnyContext,
  db: DatabaseScope,
): (() => Promise<unknown>) | undefined {
  if ('handleQuery' in route) return () => route.handleQuery(context, db.read);
  return route.prepare && (() => route.prepare!(context, db.read));
}

/** The part of the caller's bucket that a request may see. */
function scopeOf({ policy }: AnyRoute, orgId: string, db: Database): DatabaseScope {
  const { context, acrossOrganizations, rereadsCaller } = policy;
  const isOwn = context === 'organization' && !acrossOrganizations && !rereadsCaller;
  return isOwn ? db.organization(orgId) : db;
}

function handler(route: AnyRoute, services: PolicyServices, groups: Groups) {
  const { idempotency } = services;
  const { buckets } = services;
  const recentReads = new RecentReads();
  buckets.history.listen({ drop: () => recentReads.forget() });
  const readInput = inputReader(route, services.services, services.cursors);
  const sendLong = longSender(route);
  const sendAnswer = answerSender(route);
  const isListed = isList(route);
  const isRecorded = 'audit' in route && route.audit !== undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const send = (answer: RecordedAnswer) => sendAnswer(request, reply, answer);
    const { query, body, idempotencyKey } = readInput(request);
    const principal = request.principal!;
    const base: BaseContext = {
      services: services.services,
      principal,
      actor: actorOf(request, principal),
      orgId: principal.organization?.id ?? '',
      log: request.log,
      abandoned: () => abandonmentOf(reply.raw),
      origin: services.publicUrl ?? originOf(request),
      ifMatch: request.headers['if-match'],
    };
    const context = { ...base, params: request.params, query, body };
    const bucket = principal.organization
      ? await buckets.bucket(principal.organization.bucket)
      : buckets.first;
    const db = scopeOf(route, base.orgId, bucket);
    if ('stream' in route) {
      const lastEventId = request.headers['last-event-id'];
      const seen = typeof lastEventId === 'string' ? lastEventId : '';
      const feed = route.stream(context, seen, bucket);
      // Another organization means another stream: an operator may have switched the organization.
      const allows = (now: Principal): boolean =>
        (now.organization?.id ?? '') === base.orgId &&
        !(addressRefusal(now, request.client) ?? refusalOf(route, now, services)) &&
        (route.goesOn?.(principal, now) ?? true);
      feed(services.streams.open(reply, { principal, allows }));
      return reply;
    }
    const serialise = serialiserOf(route, reply);
    let tag: string | undefined;
    const answer = (data: unknown): RecordedAnswer => {
      tag = entityTagOf(data);
      return {
        status: route.okWhen?.(data as { created?: boolean }) ? 200 : route.status,
        body: serialise({ success: true, data }),
      };
    };
    const sendNew = (recorded: RecordedAnswer): FastifyReply | Promise<FastifyReply> => {
      if (tag !== undefined) reply.header('etag', tag);
      return send(recorded);
    };
    const sendRead = (data: unknown) => sendLong?.(request, reply, data) ?? sendNew(answer(data));
    const sealed = (data: unknown) =>
      isListed ? services.cursors.seal(askedOf(route, request, query), data) : data;
    if ('headers' in route) reply.headers(await route.headers!(context, db.read));
    // The most frequent kind of route skips the work of all others.
    if (route.method === 'GET' && 'handle' in route && !isRecorded && route.heavy === undefined)
      return sendRead(sealed(await route.handle(context, db.read)));
    const line = lineOf(route, context);
    const record = async (
      tx: Tx,
      { before, after }: ReturnType<typeof changeIn>,
      last?: LastStatement,
    ): Promise<void> => {
      const action = line(after, before);
      if (action?.orgId === (base.orgId || PLATFORM)) await writeActions(tx, [action], last);
      else if (action) await writeAction(tx, action);
    };
    const recordRead = async (data: unknown): Promise<void> => {
      const read = line(data);
      if (!read) return;
      const write = () => db.transaction((tx, last) => record(tx, { after: data }, last));
      await ('audit' in route && route.audit?.seldom ? recentReads.record(read, write) : write());
    };
    const callerIn = (tx: Tx): Promise<Principal> | Principal =>
      route.policy.rereadsCaller ? readCaller(route, request, services, tx) : principal;
    const work = async (): Promise<FastifyReply> => {
      if ('document' in route) {
        const own = bucket.organization(base.orgId).read;
        const prepared = await route.prepare(context, own);
        const committed = await db.transaction(async (tx) => {
          const caller = { ...context, principal: await callerIn(tx) };
          const after = await route.commit(caller, tx, prepared);
          await record(tx, { after });
          return after;
        });
        return sendDocument(route, request, reply, route.document(context, own, committed));
      }
      if ('handleFile' in route) {
        const file = await route.handleFile(context, db.read);
        const held = services.bodyBudget.take(base.orgId, file.content.length);
        if (reply.raw.destroyed) held();
        else reply.raw.once('close', held);
        await recordRead(file.data);
        return sendFile(reply, answer({ ...file.data, base64: '' }), file.content);
      }
      if (route.method === 'GET') {
        const data = await route.handle(context, db.read);
        await recordRead(data);
        return sendRead(sealed(data));
      }
      if ('handleQuery' in route && idempotencyKey === undefined)
        return sendRead(await route.handleQuery(context, db.read));
      const prepare = prepareOf(route, context, db);
      // With an idempotency key, the record is read first.
      if (idempotencyKey === undefined) bucket.server.confirmation.assert();
      const effect = async (
        tx: Tx,
        prepared: unknown,
        last?: LastStatement,
      ): Promise<RecordedAnswer> => {
        if ('handleQuery' in route) return answer(prepared);
        if ('writeAll' in route) await route.writeAll(tx, [prepared], last);
        const caller = await callerIn(tx);
        const change = changeIn(
          'handle' in route
            ? await route.handle({ ...context, principal: caller }, tx, prepared)
            : route.answer(context, prepared),
        );
        await record(tx, change, last);
        const said = answer(change.after);
        return route.replay === 'never' ? { ...said, recorded: GIVEN_ONCE } : said;
      };
      if (idempotencyKey === undefined) {
        const prepared = await prepare?.();
        const group = groupOf(route, bucket, groups);
        if (!group)
          return sendNew(await runAlone(db, route, (tx, last) => effect(tx, prepared, last)));
        const said = (): unknown => (route as GroupedRoute).answer(context, prepared);
        keepTraceparent(prepared);
        await group.add({ prepared: prepared as object, line: () => line(said()) });
        // Only bulk requests have bulk answers; other answers are not checked.
        return route.bodyLimitFactor ? sendRead(said()) : send(answer(said()));
      }
      const result = await idempotency.run(
        {
          orgId: base.orgId || PLATFORM,
          method: route.method,
          path: pathOf(route, request.params as Record<string, string>),
          key: idempotencyKey,
          recipient: recipientOf(route, principal, services),
          payload: { query, body },
          scope: db,
          ...(!route.keepsAnswer && { ids: Object.values(request.params as object) }),
        },
        prepare,
        effect,
        'handleQuery' in route ? undefined : route.prepareTimeoutMs?.(services.services),
      );
      if (result.status >= 400) noteRefusal(request, refusedWith(result));
      markReplay(route, request, reply, result);
      return result.replayed ? send(result) : sendNew(result);
    };
    if (route.heavy === undefined) return work();
    const busy = idempotencyKey === undefined ? 'RATE_LIMITED' : 'IDEMPOTENCY_UNAVAILABLE';
    return services.underWay.inTurn(route.heavy, base.orgId, base.abandoned(), busy, work);
  };
}

/**
 * Registers every declared route on the server with its policy.
 * @throws at boot when a declaration is incomplete
 */
export function registerRoutes(
  app: FastifyInstance,
  routes: AnyRoute[],
  services: PolicyServices,
): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('passage', null);
  app.decorateRequest('deadline', null);
  app.decorateRequest('signedOrgId', null);
  const groups: Groups = new WeakMap();
  const ignoresBody = ({ bodyRule }: AnyRoute) => bodyRule === 'ignored';
  const add = (scope: FastifyInstance, route: AnyRoute): void => {
    assertRoute(route, services);
    const handle = handler(route, services, groups);
    const how = {
      url: API_PREFIX + route.path,
      bodyLimit: services.bodyLimitBytes * (route.bodyLimitFactor ?? 1),
      reads: route.method !== 'GET' && !ignoresBody(route),
      exposeHeadRoute: !('stream' in route || 'document' in route),
      limitMs: limitOf(route, services.requestDeadlineMs),
    };
    addOperation(scope, services, route, how, handle);
  };
  for (const route of routes) if (!ignoresBody(route)) add(app, route);
  // The scope has its own parser, which drops any bytes of any media type.
  app.register(async (scope) => {
    ignoreBodies(scope);
    for (const route of routes.filter(ignoresBody)) add(scope, route);
  });
}
