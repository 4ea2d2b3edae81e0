import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import type { CounterGroup, SharedCounters } from './counters.ts';

/** A process waits for so long for the primary, and counts for itself then. */
const TIMEOUT_MS = 1000;

/** Without a channel the library would end the process that asks. */
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

/** Counts for the children that the process will have. */
export function countForChildren(): void {
  void new RateLimiterClusterMaster();
}
