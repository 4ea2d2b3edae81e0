import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context, Link, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from './logger.ts';
import { onRequestEnd } from './request-end.ts';

/**
 * Traces of requests, for OpenTelemetry. Off unless `startTracing` was called: then nothing of the SDK is loaded, and
 * each of these functions costs a comparison. Spans name operations, tables and statuses; never a path, an id of a
 * tenant's, a statement's text or value, or another party's address.
 */

type Api = typeof import('@opentelemetry/api');
type Active = { api: Api; tracer: Tracer };

let active: Active | undefined;
/** The span of a request or job, to which belongs what runs in it until it has ended. */
export type TraceScope = { readonly span: Span; readonly context: Context; ended: boolean };

const current = new AsyncLocalStorage<{ scope: TraceScope; alone: boolean }>();
const ofRequest = new WeakMap<FastifyRequest, TraceScope>();

/** The one that runs here; timers and loops that it has started may outlive it. */
function running(): TraceScope | undefined {
  const scope = current.getStore()?.scope;
  return scope?.ended === false ? scope : undefined;
}

/** The scope of the request that runs here, for work that is done for it elsewhere. */
export function traceScope(): TraceScope | undefined {
  return active ? running() : undefined;
}

/**
 * Runs what is done for the request of this scope; undefined: as it is.
 * @param alone true if it is done for no other request
 */
export function inTraceScope<T>(scope: TraceScope | undefined, alone: boolean, run: () => T): T {
  return scope ? current.run({ scope, alone }, run) : run();
}

/** The span that runs here, as a `traceparent`, for what it causes later; null where nothing of it is recorded. */
export function captureTraceparent(): string | null {
  if (!active) return null;
  const scope = running();
  if (!scope?.span.isRecording() || !current.getStore()!.alone) return null;
  const { traceId, spanId } = scope.span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** Causes of what is written together with what other requests write. */
const traceparents = new WeakMap<object, string>();

/** Notes what runs here as the cause of `item`, which is written elsewhere. */
export function keepTraceparent(item: unknown): void {
  const traceparent = captureTraceparent();
  if (traceparent !== null) traceparents.set(item as object, traceparent);
}

/** The cause of `item`, as `captureTraceparent` gives it. */
export function traceparentOf(item: object): string | null {
  return traceparents.get(item) ?? captureTraceparent();
}

export type TracingSettings = {
  /** The address that spans are posted to; the SDK's default (`http://localhost:4318/v1/traces`) if undefined. */
  url: string | undefined;
  headers: Record<string, string> | undefined;
  service: string;
  version: string;
  sampler: string;
  /** A share from 0 to 1, for samplers by ratio. */
  ratio: number;
};

/** Spans that wait for the collector; beyond them new ones are dropped. */
const MAX_WAITING = 2048;
/** The time that a stop waits for the collector. */
const FLUSH_MS = 3000;
const EXPORT_TIMEOUT_MS = 5000;

/**
 * From here on requests are traced. A collector that is slow or away costs spans, nothing else.
 * @returns what sends the spans that wait, for a moment at most, and ends tracing
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
  // The SDK itself says nothing.
  let sends = true;
  const told: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      if (sends && result.error)
        log.warn({ err: result.error }, 'traces cannot be sent to the collector');
      else if (!sends && !result.error) log.info('traces are sent to the collector again');
      sends = !result.error;
      done(result);
    });
  // A span that a recorded request has caused is recorded, whatever the share of others.
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

/** The context that the header names, if it is one. */
function spanContextOf(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version = 'ff', traceId = '', spanId = '', flags = '', rest] =
    TRACEPARENT.exec(header) ?? [];
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/**
 * One server span a request, named after its route; what it does becomes spans below.
 * @param trusts tells whether the peer with this IP address may say to which trace a request belongs and whether that is
 *   recorded; of another the request's own trace has a link to what it names, if it is recorded
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
    // Not as the span starts: samplers take a link then for what a recorded request has caused.
    if (caller && !trusted) span.addLink({ context: caller });
    const context = api.trace.setSpan(parent, span);
    const scope: TraceScope = { span, context, ended: false };
    ofRequest.set(request, scope);
    inTraceScope(scope, true, done);
  });
  // A body arrives on the connection, where the request's context is not.
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
 * Runs a job as a trace of its own.
 * @param traceparent kept when the job was made
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

/** To find a request's trace; undefined where nothing of it is recorded. */
export function traceIdOf(request: FastifyRequest): string | undefined {
  const span = ofRequest.get(request)?.span;
  if (!span) return undefined;
  const { traceId, traceFlags } = span.spanContext();
  return (traceFlags & 1) === 1 ? traceId : undefined;
}

/** Ends a span, as failed with the class of an error if there is one. */
export type EndSpan = (outcome?: { error?: string; attributes?: Attributes }) => void;

/**
 * Begins a client span below the one that runs here.
 * @param root also where none runs: a trace of its own
 * @param traceparent kept when what begins such a trace was noted
 * @returns undefined when there is nothing to record
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

/** The first insert of a statement that begins with a part of its own. */
const WITH_INSERT = /^\s*with\b[^]*?\b(insert)\s+into\s+"?([a-z_]+)"?/i;

/** Names a statement by its verb and its first table; what is inserted comes before what is only read. */
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
