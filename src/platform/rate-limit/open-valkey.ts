import type { SharedCounters } from './counters.ts';
import type { Log } from './redis-counters.ts';
import { ValkeyCluster } from './valkey-cluster.ts';
import { valkeyUrls } from './counters.ts';
import { Valkey } from './valkey.ts';

/** Opens the counters of a server, or of a cluster. */
export function openValkey(
  text: string,
  log: Log,
): Promise<{ counters: SharedCounters; close: () => void }> {
  const urls = valkeyUrls(text);
  return urls.length === 1 ? Valkey.open(text, log) : ValkeyCluster.open(urls, log);
}
