import { MODULES, type Services } from '../modules/index.ts';
import type { systemModule } from '../modules/system/index.ts';
import type { ServicesOf } from '../modules/module.ts';
import { listJobs } from '../platform/background/jobs.ts';
import type { SilentProxies } from '../platform/http/address/client-address.ts';
import type { EventStreams } from '../platform/http/event-stream.ts';
import type { AppParts } from './app.ts';
import { hostsOf } from './open/hosts.ts';
import { jobsOf } from './worker.ts';

/**
 * Returns the services that describe the system itself, and the recipients of its data. Loads the checks on first use.
 */
export function systemServices(
  { config, buckets, connection, embedded, identity }: AppParts,
  streams: EventStreams,
  silentProxies: SilentProxies,
): ServicesOf<[typeof systemModule]> & Pick<Services, 'hosts'> {
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
    hosts: () => hostsOf(config, identity.chain.baseUrls),
    diagnose: () => (underWay ??= look().finally(() => (underWay = undefined))),
    listJobs: () => listJobs(buckets.all, jobsOf(MODULES)),
  };
}
