import type { Job } from '../../platform/background/job.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { DeadLetters } from './verify/dead-letters/dead-letters.ts';

export const jobs: Job<{ log: Logger; deadLetters: DeadLetters }>[] = [
  {
    name: 'dead-letters',
    does: 'Gives up dead letters that have waited too long and, with ORIKI_DEAD_LETTERS=auto, replays those that are due.',
    whenStopped: 'Dead letters wait, and their personal data is stored longer.',
    everyMs: 2000,
    lock: 'rows of dead_letters',
    async run({ deadLetters, log }, { signal }) {
      await deadLetters.discardOld(signal);
      let replayed = 0;
      while (!signal.aborted) {
        const letter = await deadLetters.replayDue();
        if (!letter) break;
        // The first dead letter whose providers are still unavailable also delays the others that would ask them.
        if (letter.status === 'waiting') await deadLetters.deferSameRoute(letter);
        else if (letter.status === 'replayed') {
          replayed += 1;
          log.info({ deadLetterId: letter.id }, 'a dead letter was answered');
        }
      }
      return { replayed };
    },
  },
];
