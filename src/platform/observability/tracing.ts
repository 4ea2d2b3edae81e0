import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context, Link, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from './logger.ts';
import { onRequestEnd } from './request-end.ts';

/**
 * Traces of requests, for OpenTelemetry. Tracing is off unless `startTracing` was called: then the SDK is not loaded,
 * and each of these functions costs one comparison. Spans name operations, tables and statuses. They never contain a
 * path, a tenant's id, a statement's text or values, or another party's address.
 */

type Api = typeof import('@opentelemetry/api');
type Active = { api: Api; tracer: Tracer };

let active: Active | undefined;
/** The span of a request or job. Work that runs in it belongs to it until it has ended. */
export type TraceScope = { readonly span: Span; readonly context: Context; ended: boolean };

const current = new AsyncLocalStorage<{ scope: TraceScope; alone: boolean }>();
const ofRequest = new WeakMap<FastifyRequest, TraceScope>();

/** Returns the current scope, unless it has ended, because timers and loops may run longer. */
function running(): TraceScope | undefined {
  const scope = current.getStore()?.scope;
  return scope?.ended === false ? scope : undefined;
}

/** Returns the scope of the current request, for work that is done for it elsewhere. */
export function traceScope(): TraceScope | undefined {
  return active ? running() : undefined;
}

/**
 * Runs work for the request of this scope; with undefined, in the current scope.
 * @param alone true if the work is for no other request
 */
export function inTraceScope<T>(scope: TraceScope | undefined, alone: boolean, run: () => T): T {
  return scope ? current.run({ scope, alone }, run) : run();
}

/** Returns the current span as a `traceparent`, for later effects; null if it is not recorded. */
export function captureTraceparent(): string | null {
  if (!active) return null;
  const scope = running();
  if (!scope?.span.isRecording() || !current.getStore()!.alone) return null;
  const { traceId, spanId } = scope.span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** The causes of items that Oriki writes together with items of other requests. */
const traceparents = new WeakMap<object, string>();

/** Records the current span as the cause of `item`, which is written elsewhere. */
export function keepTraceparent(item: unknown): void {
  const traceparent = captureTraceparent();
  if (traceparent !== null) traceparents.set(item as object, traceparent);
}

/** Returns the cause of `item`, in the form of `captureTraceparent`. */
export function traceparentOf(item: object): string | null {
  return traceparents.get(item) ?? captureTraceparent();
}

export type TracingSettings = {
  /** The address for spans; undefined for the SDK's default (`http://localhost:4318/v1/traces`). */
  url: string | undefined;
  headers: Record<string, string> | undefined;
  service: string;
  version: string;
  sampler: string;
  /** A share from 0 to 1, for samplers by ratio. */
  ratio: number;
};

/** The maximum number of spans that wait for the collector; further ones are dropped. */
const MAX_WAITING = 2048;
/** The time that a stop waits for the collector. */
const FLUSH_MS = 3000;
const EXPORT_TIMEOUT_MS = 5000;

/**
 * Starts the tracing of requests. A slow or unavailable collector costs only spans.
 * @returns a function that sends waiting spans, within a limited time, and ends tracing
 */
export async function startTracing(
  settings: TracingSettings,
  log: Logger,
): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(settings.sampler)!;
  const root: Sampler =
    kind === 'traceidratio'
      ? new sdk.TraceIdRatioBasedSampler(settings.ratio)
      : kind === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.AlwaysOnSampler();
  const exporter = new OTLPTraceExporter({
    ...(settings.url === undefined ? {} : { url: settings.url }),
    ...(settings.headers === undefined ? {} : { headers: settings.headers }),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  // The SDK itself logs nothing.
  let sends = true;
  const told: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      if (sends && result.error)
        log.warn({ err: result.error }, 'traces cannot be sent to the collector');
      else if (!sends && !result.error) log.info('traces are sent to the collector again');
      sends = !result.error;
      done(result);
    });
  // A span caused by a recorded request is always recorded, independent of the share.
  const caused: Sampler = {
    shouldSample: (context, traceId, name, spanKind, attributes, links) =>
      links.length > 0
        ? { decision: sdk.SamplingDecision.RECORD_AND_SAMPLED }
        : root.shouldSample(context, traceId, name, spanKind, attributes, links),
  };
  const provider = new sdk.TracerProvider({
    sampler: parentBased ? new sdk.ParentBasedSampler({ root: caused }) : root,
    resource: resourceFromAttributes({
      'service.name': settings.service,
      'service.version': settings.version,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: {
          export: told,
          shutdown: () => exporter.shutdown(),
          forceFlush: () => exporter.forceFlush(),
        },
        maxQueueSize: MAX_WAITING,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const mine: Active = { api, tracer: provider.getTracer('oriki', settings.version) };
  active = mine;
  return async () => {
    if (active === mine) active = undefined;
    const ended = provider.shutdown().catch(() => {});
    await Promise.race([
      ended,
      new Promise<void>((resolve) => void setTimeout(resolve, FLUSH_MS).unref()),
    ]);
  };
}

/** W3C Trace Context, level 2: version, trace id, parent id, flags. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Returns the context in the header, if it is valid. */
function spanContextOf(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version = 'ff', traceId = '', spanId = '', flags = '', rest] =
    TRACEPARENT.exec(header) ?? [];
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/**
 * Creates one server span for each request, named after its route, with the spans of its work below.
 * @param trusts returns true if the peer with this IP address may define the trace of a request and whether it is
 * recorded. For other peers, a recorded trace gets a link to the context in the header
 */
export function traceRequests(app: FastifyInstance, trusts: (address: string) => boolean): void {
  if (!active) return;
  const { api, tracer } = active;
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = 'none' } = request.routeOptions;
    const caller = spanContextOf(request.headers.traceparent);
    const trusted = caller && trusts(request.socket.remoteAddress ?? '');
    const parent = trusted ? api.trace.setSpanContext(api.ROOT_CONTEXT, caller) : api.ROOT_CONTEXT;
    const attributes: Attributes = { 'http.request.method': request.method, 'http.route': url };
    const { operationId } = request.routeOptions.config;
    if (operationId !== undefined) attributes['oriki.operation'] = operationId;
    const name = `${request.method} ${url}`;
    const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent);
    // The link is added after the start of the span. Otherwise samplers would treat the span as caused by a recorded
    // request.
    if (caller && !trusted) span.addLink({ context: caller });
    const context = api.trace.setSpan(parent, span);
    const scope: TraceScope = { span, context, ended: false };
    ofRequest.set(request, scope);
    inTraceScope(scope, true, done);
  });
  // A body arrives on the connection, outside of the request's context.
  app.addHook('preHandler', (request, _reply, done) => {
    inTraceScope(ofRequest.get(request), true, done);
  });
  onRequestEnd(app, (request, _reply, status) => {
    const scope = ofRequest.get(request);
    if (!scope) return;
    scope.ended = true;
    const { span } = scope;
    span.setAttribute('http.response.status_code', status);
    if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
    span.end();
  });
}

function linksTo(traceparent: string | null | undefined): Link[] {
  const context = spanContextOf(traceparent);
  return context ? [{ context }] : [];
}

/**
 * Runs a job in a separate trace.
 * @param traceparent stored when the job was created
 */
export async function traceJob<T>(
  name: string,
  traceparent: string | null | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (!active) return run();
  const { api, tracer } = active;
  const options = { kind: api.SpanKind.CONSUMER, links: linksTo(traceparent) };
  const span = tracer.startSpan(name, options, api.ROOT_CONTEXT);
  const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
  const scope: TraceScope = { span, context, ended: false };
  try {
    return await inTraceScope(scope, true, run);
  } catch (error) {
    span.setStatus({ code: api.SpanStatusCode.ERROR });
    throw error;
  } finally {
    scope.ended = true;
    span.end();
  }
}

/** Returns the id of a request's trace; undefined if it is not recorded. */
export function traceIdOf(request: FastifyRequest): string | undefined {
  const span = ofRequest.get(request)?.span;
  if (!span) return undefined;
  const { traceId, traceFlags } = span.spanContext();
  return (traceFlags & 1) === 1 ? traceId : undefined;
}

/** Ends a span; with the class of an error, as failed. */
export type EndSpan = (outcome?: { error?: string; attributes?: Attributes }) => void;

/**
 * Starts a client span below the current one.
 * @param root true to start a new trace if there is no current span
 * @param traceparent stored with the cause of such a trace
 * @returns undefined if there is nothing to record
 */
export function startSpan(
  name: string,
  attributes: Attributes,
  { root = false, traceparent }: { root?: boolean; traceparent?: string | null | undefined } = {},
): EndSpan | undefined {
  if (!active) return undefined;
  const { api, tracer } = active;
  const parent = running()?.context;
  if (!parent && !root) return undefined;
  const options = { kind: api.SpanKind.CLIENT, attributes, links: linksTo(traceparent) };
  const span = tracer.startSpan(name, options, parent ?? api.ROOT_CONTEXT);
  return ({ error, attributes: more } = {}) => {
    if (more) span.setAttributes(more);
    if (error !== undefined) {
      span.setAttribute('error.type', error);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end();
  };
}

const STATEMENT = /^\s*(\w+)[^]*?\b(?:from|into|update)\s+"?([a-z_]+)"?/i;

/** The first insertion of a statement that begins with another part. */
const WITH_INSERT = /^\s*with\b[^]*?\b(insert)\s+into\s+"?([a-z_]+)"?/i;

/** Starts a span for a statement, named by its verb and first table. An insertion takes precedence over reads. */
export function startStatement(text: string): EndSpan | undefined {
  if (!active || !running()) return undefined;
  const [, first = /^\s*(\w+)/.exec(text)?.[1] ?? 'SQL', table] =
    WITH_INSERT.exec(text) ?? STATEMENT.exec(text) ?? [];
  const verb = first.toUpperCase();
  return startSpan(table === undefined ? verb : `${verb} ${table}`, {
    'db.system.name': 'postgresql',
    'db.operation.name': verb,
    ...(table === undefined ? {} : { 'db.collection.name': table }),
  });
}
