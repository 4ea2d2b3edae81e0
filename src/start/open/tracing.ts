import { version } from '../../platform/files.ts';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { startTracing } from '../../platform/observability/tracing.ts';

/**
 * Returns the address of the collector of traces.
 * @returns null if tracing is off; undefined for the SDK's default (localhost:4318)
 */
export function tracesTarget(config: Config): string | undefined | null {
  const { tracesDisabled, tracesExporter, tracesEndpoint, tracesUrl } = config;
  const url = tracesUrl ?? (tracesEndpoint && `${tracesEndpoint}/v1/traces`);
  const exporter = tracesExporter ?? (url === undefined ? 'none' : 'otlp');
  return tracesDisabled || exporter === 'none' ? null : url;
}

/** Starts tracing, if it is configured. @returns a function that sends waiting spans and ends tracing */
export async function openTracing(config: Config, log: Logger): Promise<() => Promise<void>> {
  const url = tracesTarget(config);
  if (url === null) return async () => {};
  return startTracing(
    {
      url,
      headers: config.tracesHeaders,
      service: config.tracesService,
      version,
      sampler: config.tracesSampler,
      ratio: config.tracesRatio,
    },
    log,
  );
}
