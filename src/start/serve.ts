import type { Config } from '../config/config.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { exitCodeOf, firstSignal } from './signals.ts';
import { StartError } from './start-error.ts';

/**
 * Runs the service until a signal stops it; one more after two seconds ends it at once. A signal during the start gives
 * that up, and ends what was begun.
 * @throws StartError
 */
export async function serve(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  const start = new AbortController();
  const stopRequested = firstSignal().then((signal) => {
    const code = exitCodeOf(signal);
    start.abort(new StartError(`stopped by ${signal} before it was ready`, code));
    return signal;
  });
  // They load most of the program: a mistake in the configuration is told without it.
  const [{ readyLines }, { startService }] = await Promise.all([
    import('./demo.ts'),
    import('./service.ts'),
  ]);
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const service = await startService(config, { log, progress, signal: start.signal });
  log.info({ role: config.role, url: service.url, adminUrl: service.adminUrl }, 'ready');
  if (service.url) process.stderr.write(readyLines(service.url, service.demo));
  log.info({ signal: await stopRequested }, 'stopping');
  try {
    await service.stop();
  } catch (error) {
    log.error({ err: error }, 'the stop failed');
    process.exitCode = 1;
  }
}
