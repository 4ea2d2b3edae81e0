import { setTimeout as sleep } from 'node:timers/promises';
import { tenant } from '../process.ts';
import type { World } from './world.ts';

const LIMIT = 'no window of a rate limit lets more through than its points';
const BOUND =
  'a window in which the counters are away or lost lets no more through than each process alone and each new count';
const REFUSED = 'who is over a rate limit is told so';
/** The points of the group `webhooks`; see `LIMITS`. */
const POINTS = 8;
const WINDOW_SECONDS = 3;
/** For each process, more than it allows alone and in a restarted window. */
const REQUESTS = 60;
/** The time between requests of a window that is not filled at once, in milliseconds. */
const APART_MS = 44;

/** Limits that exceed the load, for all groups except the one of the probe, which has its own limit. */
export const AMPLE = [
  'lists',
  'identity',
  'federation',
  'federation-members',
  'federation-invitations',
  'screening',
  'threads',
  'exports',
  'events',
  'permissions',
  'permissions-check',
  'usage',
]
  .map((group) => `${group}=10000000`)
  .join(',');
/** `AMPLE`, with a small limit for the group of the probe. */
export const LIMITS = `webhooks=${POINTS}/${WINDOW_SECONDS},${AMPLE}`;

/**
 * The number of faults so far that made the shared counters unavailable or emptied them (for PostgreSQL also a
 * restart and closed connections), including a current one.
 */
export type Losses = { readonly count: number; readonly isUnderWay: boolean };

/**
 * Sends requests with one key, a third to each process, alternately all at once and spread over the window. A window
 * begins with a request, after the previous one has ended, so all answers within a window's length of the first
 * request belong to one window.
 */
export async function startLimitProbe(
  world: World,
  losses: Losses,
): Promise<{ stop: () => Promise<{ windows: number; lost: number }> }> {
  const { tally, cluster, client } = world;
  // A short run may have no window in which the counters are unavailable.
  tally.expects(LIMIT, REFUSED);
  const { key } = await tenant(cluster.homeUrl);
  const windowMs = WINDOW_SECONDS * 1000;
  const state = { stopped: false };
  let windows = 0;
  let lost = 0;

  const fill = async (): Promise<void> => {
    const at = new Date().toISOString();
    const began = performance.now();
    const before = losses.count;
    const wasUnderWay = losses.isUnderWay;
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, i) => {
        await sleep(windows % 2 === 0 ? 0 : i * APART_MS);
        const { url } = cluster.apis[i % cluster.apis.length]!;
        // No time-out: an abandoned request could be counted in a later window.
        const asked = { method: 'GET', path: '/webhooks', key };
        return client.once(asked, url, 120_000).catch(() => undefined);
      }),
    );
    windows += 1;
    const inWindow = answers.filter((answer) => answer && answer.answeredAt - began < windowMs);
    const allowed = inWindow.filter((answer) => answer?.status === 200).length;
    // The counters are in an unlogged table, which a crash of PostgreSQL empties and a restart or closed connections
    // make unavailable; or in Valkey, which stores nothing on disk.
    const times = losses.count - before + Number(losses.isUnderWay || wasUnderWay);
    if (times > 0) lost += 1;
    // During an outage each process may count alone, and all counts restart together each time.
    const most = times === 0 ? POINTS : POINTS * (1 + times + cluster.apis.length);
    if (inWindow.length > 0)
      tally.check(
        times === 0 ? LIMIT : BOUND,
        allowed <= most,
        () => `${allowed} instead of ${most} in the window from ${at}`,
      );
    for (const answer of inWindow)
      if (answer?.status === 429)
        tally.check(
          REFUSED,
          /^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '') &&
            answer.text.includes('RATE_LIMITED'),
          () => answer.text,
        );
  };
  const running = (async () => {
    while (!state.stopped) {
      await fill();
      await sleep(windowMs + 300);
    }
  })();
  running.catch(() => {});
  return {
    async stop() {
      state.stopped = true;
      await running;
      return { windows, lost };
    },
  };
}
