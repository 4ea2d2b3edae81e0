import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { RecordClasses } from '../../platform/db/lists/aged/record-class.ts';
import type { SigningKeys } from '../signing/index.ts';
import type { HeldCases } from './access.ts';
import { removeAllDue } from './run/run.ts';

export const jobs: Job<{
  db: Database;
  log: Logger;
  signing: SigningKeys;
  recordClasses: RecordClasses;
  heldCases: HeldCases;
}>[] = [
  {
    name: 'retention',
    does: 'Removes records whose period has ended, of classes that an operator has switched on, in small parts with rests.',
    whenStopped: 'Records stay longer than their period.',
    everyMs: 3_600_000,
    lock: 'job',
    run: ({ signing, ...services }, { signal }) =>
      removeAllDue({ ...services, sign: (document) => signing.sign(document) }, signal),
  },
];
