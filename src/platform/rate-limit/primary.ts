import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import type { CounterGroup, SharedCounters } from './counters.ts';

/** A process waits this long for the primary, and then counts locally. */
const TIMEOUT_MS = 1000;

/** Without a channel the library would end the calling process. */
class PrimaryCounters extends RateLimiterCluster {
  override async consume(key: string): Promise<RateLimiterRes> {
    assertConnected();
    return super.consume(key);
  }

  override async get(key: string): Promise<RateLimiterRes | null> {
    assertConnected();
    return super.get(key);
  }
}

function assertConnected(): void {
  if (!process.connected) throw new Error('the primary process has ended');
}

/** Counters in the memory of the primary process, for its children. They outlive a child, not the primary. */
export const primaryCounters: SharedCounters = (group: CounterGroup) =>
  new PrimaryCounters({ ...group, timeoutMs: TIMEOUT_MS });

/** Counts for the children that this process will start. */
export function countForChildren(): void {
  void new RateLimiterClusterMaster();
}
