import { setTimeout as sleep } from 'node:timers/promises';
import { replicationFacts, type ReplicationFacts } from '../session/replication.ts';
import type { Buckets } from './buckets.ts';
import { HOME } from './placement.ts';

/** The longest wait for a server; a scrape of Prometheus ends after ten seconds. */
const WAIT_MS = 3000;

/** Returns the facts of each server by its name; undefined for one that does not answer soon. */
export async function factsOfServers(
  buckets: Buckets,
): Promise<Map<string, ReplicationFacts | undefined>> {
  const bucketOf = new Map(buckets.placement.buckets.map(({ name, server }) => [server, name]));
  const servers = new Set([HOME, ...bucketOf.keys()]);
  const asked = [...servers].map(async (server) => {
    const name = bucketOf.get(server);
    try {
      const db = name === undefined ? buckets.shared : await buckets.bucket(name);
      const late = sleep(WAIT_MS, undefined, { ref: false });
      return [server, await Promise.race([replicationFacts(db.read), late])] as const;
    } catch {
      return [server, undefined] as const;
    }
  });
  return new Map(await Promise.all(asked));
}
