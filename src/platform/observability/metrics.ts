import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { onRequestEnd } from './request-end.ts';
import { traceIdOf } from './tracing.ts';

/** Creates metrics once for each registry, so that several buckets of a process share them. */
export function ofRegistry<T>(make: (registry: Registry) => T): (registry: Registry) => T {
  const made = new WeakMap<Registry, T>();
  return (registry) => {
    let metrics = made.get(registry);
    if (metrics === undefined) made.set(registry, (metrics = make(registry)));
    return metrics;
  };
}

/** All metrics of this process; no label ever contains a tenant's data. */
export type Metrics = { registry: Registry };

/** @param pools returns the current pools, one for each database server */
export function createMetrics(pools: () => readonly pg.Pool[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  const sum = (count: (pool: pg.Pool) => number) => (): number =>
    pools().reduce((total, pool) => total + count(pool), 0);
  gauge(
    'oriki_db_connections',
    'Open database connections of the request pool',
    sum((pool) => pool.totalCount),
  );
  gauge(
    'oriki_db_connections_idle',
    'Idle connections of the request pool',
    sum((pool) => pool.idleCount),
  );
  gauge(
    'oriki_db_waiting',
    'Requests waiting for a database connection',
    sum((pool) => pool.waitingCount),
  );
  return { registry };
}

/** Records one histogram sample and one log line for each request: operation and ids, never URL or body. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  const duration = new Histogram({
    name: 'oriki_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics.registry],
  });
  // Finding a series by its labels costs more than the observation.
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  const sample = (operation: string, status: number) => {
    const name = `${operation} ${status}`;
    let found = series.get(name);
    if (!found) series.set(name, (found = duration.labels(operation, String(status))));
    return found;
  };
  onRequestEnd(app, (request, reply, status) => {
    const operation = request.routeOptions.config.operationId ?? 'none';
    sample(operation, status).observe(reply.elapsedTime / 1000);
    const principal = request.principal;
    request.log.info(
      {
        requestId: request.id,
        operation,
        status,
        durationMs: Math.round(reply.elapsedTime * 100) / 100,
        orgId: principal?.organization?.id ?? request.signedOrgId ?? undefined,
        keyId: principal?.kind === 'key' ? principal.via : undefined,
        sessionId: principal?.kind === 'person' ? principal.via : undefined,
        traceId: traceIdOf(request),
      },
      'request',
    );
  });
}

/**
 * Adds metrics of waiting background work, over all processes.
 * @param read counts the waiting rows, by kind of work
 */
export function observeWaiting(
  registry: Registry,
  read: () => Promise<Record<string, number>>,
): void {
  const waiting: Gauge = new Gauge({
    name: 'oriki_background_waiting',
    aggregator: 'max',
    help: 'Rows that wait for background work, over all processes; 100000 means at least 100000',
    labelNames: ['work'],
    registers: [registry],
    // Without a database this metric has no value; the others still do.
    async collect() {
      waiting.reset();
      const counts = await read().catch(() => ({}));
      for (const [work, count] of Object.entries(counts)) waiting.set({ work }, count);
    },
  });
}
