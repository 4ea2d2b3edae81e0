import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import { createLogger, type Logger } from '../platform/observability/logger.ts';
import { keepAddress } from './data-folder.ts';
import type { Service } from './service.ts';
import { readyLines } from './ready-lines.ts';
import { exitCodeOf, firstSignal } from './signals.ts';
import { StartError } from './start-error.ts';

/**
 * Runs the service until a signal stops it. Another signal after two seconds ends it immediately. A signal during the
 * start aborts the start, and ends the started parts.
 * @throws StartError
 */
export async function serve(config: Config): Promise<void> {
  if (cluster.isWorker) return (await import('./processes/child.ts')).serveAsChild(config);
  if (config.processes === 1 || config.role === 'worker') return serveAlone(config);
  return (await import('./processes/primary.ts')).servePrimary(config);
}

async function serveAlone(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  let forget: (() => Promise<void>) | undefined;
  await run(config, {
    log,
    async ready({ url, adminUrl, demo }) {
      log.info({ role: config.role, url, adminUrl }, 'ready');
      if (!url) return;
      forget = await keepAddress(config, url);
      process.stderr.write(readyLines(url, demo));
    },
  });
  await forget?.();
}

/**
 * Runs one process until a signal stops it.
 * @param options.ready called once it serves requests
 * @throws StartError
 */
export async function run(
  config: Config,
  options: { log: Logger; ready: (service: Service) => Promise<void>; listensLast?: boolean },
): Promise<void> {
  const { log, ready, listensLast = false } = options;
  const start = new AbortController();
  const stopRequested = firstSignal().then((signal) => {
    const code = exitCodeOf(signal);
    start.abort(new StartError(`stopped by ${signal} before it was ready`, code));
    return signal;
  });
  // This module loads most of the program; the configuration was checked without it.
  const { startService } = await import('./service.ts');
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const service = await startService(config, { log, progress, signal: start.signal, listensLast });
  await ready(service);
  log.info({ signal: await stopRequested }, 'stopping');
  try {
    await service.stop();
  } catch (error) {
    log.error({ err: error }, 'the stop failed');
    process.exitCode = 1;
  }
}
