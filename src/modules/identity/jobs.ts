import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { linkAll } from './audit/chain/linker.ts';
import type { DeadLetters } from './dead-letters/dead-letters.ts';

export const jobs: Job<{ db: Database; log: Logger; deadLetters: DeadLetters }>[] = [
  {
    name: 'audit-links',
    does: 'Links new rows of the audit log, about a second after their commit.',
    whenStopped: 'Rows wait unlinked: until then nobody can tell that the newest were cut off.',
    everyMs: 1000,
    lock: 'rows of audit_unlinked',
    run: ({ db, log }, { signal }) => linkAll(db, log, signal),
  },
  {
    name: 'dead-letters',
    does: 'Gives up dead letters that have waited too long and, with ORIKI_DEAD_LETTERS=auto, replays those that are due.',
    whenStopped: 'Dead letters wait, and personal data in them is kept for longer.',
    everyMs: 2000,
    lock: 'rows of dead_letters',
    async run({ deadLetters, log }, { signal }) {
      await deadLetters.discardOld();
      let replayed = 0;
      while (!signal.aborted) {
        const letter = await deadLetters.replayDue();
        if (!letter) break;
        // The first that finds its providers still down makes the others that would ask them wait.
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
