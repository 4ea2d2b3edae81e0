import { MODULES } from '../modules/index.ts';
import type { systemModule } from '../modules/system/index.ts';
import type { ServicesOf } from '../modules/module.ts';
import { listJobs } from '../platform/background/jobs.ts';
import type { SilentProxies } from '../platform/http/address/client-address.ts';
import type { EventStreams } from '../platform/http/event-stream.ts';
import type { AppParts } from './app.ts';
import { jobsOf } from './worker.ts';

/** Returns the services that describe the system itself. The checks are loaded on first use. */
export function systemServices(
  { config, buckets, connection, embedded }: AppParts,
  streams: EventStreams,
  silentProxies: SilentProxies,
): ServicesOf<[typeof systemModule]> {
  let underWay: ReturnType<typeof look> | undefined;
  async function look() {
    const { diagnoseHere } = await import('./doctor/doctor.ts');
    return diagnoseHere(config, {
      connection,
      embedded,
      streams: { open: streams.openCount, most: config.eventStreams },
      silentProxies: silentProxies.list(),
    });
  }
  return {
    diagnose: () => (underWay ??= look().finally(() => (underWay = undefined))),
    listJobs: () => listJobs(buckets.all, jobsOf(MODULES)),
  };
}
