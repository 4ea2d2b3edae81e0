import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { rateLimitStoreOf } from '../../config/rate-limits.ts';
import { openListener } from '../../platform/http/server.ts';
import { startAdminServer } from '../../platform/http/admin/admin-server.ts';
import { createLogger } from '../../platform/observability/logger.ts';
import { countForChildren } from '../../platform/rate-limit/primary.ts';
import { keepAddress } from '../data-folder.ts';
import { cannotListen, urlOf } from '../listening.ts';
import { readyLines } from '../ready-lines.ts';
import { exitCodeOf, firstSignal } from '../signals.ts';
import { Children } from './children.ts';

/** The time within which stopping children have sent PostgreSQL its stop signal. */
const END_MS = 4000;

/** Reports a port in use immediately, not only when the first child is ready to listen. */
async function tryPort(config: Config): Promise<void> {
  if (config.port === 0) return;
  try {
    (await openListener(config)).close();
  } catch (error) {
    throw cannotListen(error, config, 'PORT');
  }
}

/**
 * Runs several processes on one port, and one for background work, until a signal stops them all. Another signal after
 * two seconds ends them immediately. The primary has no state of the service except rate limits in memory, so little
 * can make it fail.
 * @throws StartError of the first child that cannot start, after all have ended
 */
export async function servePrimary(config: Config): Promise<void> {
  const log = createLogger(config.logLevel, process.pid);
  // Children accept connections themselves. A connection that the primary passes to a child that has just died would
  // get no answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ args: ['serve'] });
  countForChildren();
  const children = new Children(config, log);
  let hasSignal = false;
  const stopRequested = firstSignal(async (signal) => {
    await Promise.race([children.end(signal), sleep(END_MS)]);
    children.kill();
    process.exit(exitCodeOf(signal));
  }).then((signal) => {
    hasSignal = true;
    return { signal, ended: children.stop(signal) };
  });
  await tryPort(config);
  const admin = await startAdminServer({
    config,
    metrics: () => children.metrics(),
    readiness: children,
    log,
  }).catch((error: unknown) => {
    throw cannotListen(error, config, 'ORIKI_ADMIN_PORT');
  });
  const closeAdmin = (): void => {
    admin?.close();
    admin?.closeAllConnections();
  };
  let forget: () => Promise<void>;
  try {
    const { url, demo } = await children.start();
    if (rateLimitStoreOf(config) === 'memory' && config.databaseUrl !== undefined)
      log.warn(
        'rate limits are counted on this machine alone: every further machine adds the limit again',
      );
    const adminUrl = admin && urlOf(admin);
    const { role, processes } = config;
    forget = await keepAddress(config, url!);
    log.info({ role, url, adminUrl, processes }, 'ready');
    process.stderr.write(readyLines(url, demo));
  } catch (error) {
    if (!hasSignal) await children.stop('SIGTERM');
    else await (await stopRequested).ended;
    closeAdmin();
    throw error;
  }
  const { signal, ended } = await stopRequested;
  log.info({ signal }, 'stopping');
  if (!(await ended)) process.exitCode = 1;
  await forget();
  closeAdmin();
}
