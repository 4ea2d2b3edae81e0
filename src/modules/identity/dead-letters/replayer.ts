import type { Logger } from '../../../platform/observability/logger.ts';
import { startPeriodic } from '../../../platform/periodic.ts';
import type { DeadLetters } from './dead-letters.ts';

/**
 * Gives up what has waited too long and, if the mode is `auto`, replays what is due, one at a time. The first that finds its providers still down makes the others that would
 * ask them wait. Any number of processes may do so at once.
 */
export function startReplayer(
  deadLetters: DeadLetters,
  log: Logger,
): { stop: () => Promise<void> } {
  return startPeriodic({
    everyMs: 2000,
    problem: 'a dead letter could not be replayed',
    log,
    async work(stopped) {
      await deadLetters.discardOld();
      while (!stopped()) {
        const letter = await deadLetters.replayDue();
        if (!letter) return;
        if (letter.status === 'waiting') await deadLetters.postponeAlike(letter);
        else if (letter.status === 'replayed')
          log.info({ deadLetterId: letter.id }, 'a dead letter was answered');
      }
    },
  });
}
