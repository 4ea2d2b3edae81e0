import type { Logger } from './observability/logger.ts';

/**
 * Runs `work` again and again, `everyMs` after it was started last or as soon as it is done; a failure is logged as
 * `problem` and the next turn tries again. `stopped` tells long work to leave off.
 */
export function startPeriodic(options: {
  everyMs: number;
  problem: string;
  log: Logger;
  work: (stopped: () => boolean) => Promise<void>;
}): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const turn = async (): Promise<void> => {
    if (stopped) return;
    await options
      .work(() => stopped)
      .catch((error: unknown) => options.log.warn({ err: error }, options.problem));
  };
  const timer = setInterval(() => {
    running = running.then(turn);
  }, options.everyMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
