import { version } from './app.ts';
import type { Config } from './config.ts';
import type { Logger } from './platform/observability/logger.ts';
import { startTracing } from './platform/observability/tracing.ts';

/** Begins to trace, if the configuration asks for it. @returns what ends it, sending what waits */
export async function openTracing(config: Config, log: Logger): Promise<() => Promise<void>> {
  const { tracesDisabled, tracesExporter, tracesEndpoint } = config;
  const exporter = tracesExporter ?? (tracesEndpoint === undefined ? 'none' : 'otlp');
  if (tracesDisabled || exporter === 'none') return async () => {};
  return startTracing(
    {
      endpoint: tracesEndpoint,
      headers: config.tracesHeaders,
      service: config.tracesService,
      version,
      sampler: config.tracesSampler,
      ratio: config.tracesRatio,
    },
    log,
  );
}
