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
/** To each process more than it lets through alone and in a window that begins anew. */
const REQUESTS = 60;
/** Between the requests of a window that is not filled at once. */
const APART_MS = 44;

/** More than the load needs, but of the group that the probe uses: that has what it has by itself. */
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
/** The same, with a small limit for the group that the probe uses. */
export const LIMITS = `webhooks=${POINTS}/${WINDOW_SECONDS},${AMPLE}`;

/**
 * Faults so far that took the shared counters away or emptied them (of PostgreSQL also a restart and cut connections),
 * with one that there is now.
 */
export type Losses = { readonly count: number; readonly isUnderWay: boolean };

/**
 * Requests with one key, a third to each process, by turns all at once and one after the other over the window. A
 * window begins with a request, and the one before it has ended when it does, so what is answered within a window's
 * length of the first request is of one window.
 */
export async function startLimitProbe(
  world: World,
  losses: Losses,
): Promise<{ stop: () => Promise<{ windows: number; lost: number }> }> {
  const { tally, cluster, client } = world;
  // A short run may have no window in which the counters are away.
  tally.expects(LIMIT, REFUSED);
  const { key } = await tenant(cluster.database.url);
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
        // No time-out: what is given up here could be counted in a later window.
        const asked = { method: 'GET', path: '/webhooks', key };
        return client.once(asked, url, 120_000).catch(() => undefined);
      }),
    );
    windows += 1;
    const inWindow = answers.filter((answer) => answer && answer.answeredAt - began < windowMs);
    const allowed = inWindow.filter((answer) => answer?.status === 200).length;
    // The counters are in an unlogged table, which a crash of PostgreSQL empties and a restart or cut connections take
    // away, or in Valkey, which keeps nothing.
    const times = losses.count - before + Number(losses.isUnderWay || wasUnderWay);
    if (times > 0) lost += 1;
    // Each process may count for itself meanwhile, and all begin anew together each time.
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
