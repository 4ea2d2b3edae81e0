import type { Server } from 'node:http';
import { Registry } from 'prom-client';
import { registerPages } from '../browser/register.ts';
import type { ServedPage } from '../browser/route.ts';
import { healthPages, type Readiness } from './health.ts';
import { createHttpServer, openListener } from '../server.ts';
import type { Logger } from '../../observability/logger.ts';

/**
 * Serves `/metrics` and the probes on a port that only operators can reach. Returns undefined without an admin port.
 */
export async function startAdminServer(options: {
  config: {
    host: string;
    adminPort: number | undefined;
    requestTimeoutMs: number;
    headersTimeoutMs: number;
  };
  /** Returns the registries of one or several processes, in Prometheus' text format. */
  metrics: () => Promise<string>;
  readiness: Pick<Readiness, 'problem'>;
  log: Logger;
}): Promise<Server | undefined> {
  const { config, metrics } = options;
  if (config.adminPort === undefined) return undefined;
  const listener = await openListener({ ...config, port: config.adminPort });
  const { app, serve } = createHttpServer(
    {
      log: options.log,
      trustedProxies: [],
      clientAddressHeader: 'x-forwarded-for',
      bodyLimitBytes: 1024,
    },
    listener,
  );
  const metricsPage: ServedPage = {
    path: '/metrics',
    serve: async (_request, reply) =>
      reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics()),
  };
  registerPages(app, [...healthPages(options.readiness), metricsPage]);
  await app.ready();
  serve();
  return listener;
}
