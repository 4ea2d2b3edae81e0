import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { linkAll } from './chain/linker.ts';
import { sendLinked } from './stream/stream.ts';
import type { StreamTarget } from './stream/target.ts';

export const jobs: Job<{ db: Database; log: Logger; auditStream: StreamTarget | undefined }>[] = [
  {
    name: 'audit-links',
    does: 'Links new rows of the audit log, about a second after their commit.',
    whenStopped:
      'Rows stay unlinked: until it runs, no check can detect that the newest rows were deleted.',
    everyMs: 1000,
    lock: 'chain of an organization',
    run: ({ db, log, auditStream }, { signal }) =>
      linkAll(db, log, { signal, streamed: auditStream !== undefined }),
  },
  {
    name: 'audit-stream',
    does: 'Sends actions of the audit log to the stream (ORIKI_AUDIT_STREAM) once they are linked.',
    whenStopped: 'Actions wait, and are sent in order when it runs again.',
    everyMs: 1000,
    lock: 'job',
    // Polling many buckets every second would be most of the work of an idle process.
    runners: ({ auditStream }) => (auditStream ? 1 : 0),
    run: async ({ db, auditStream }, { signal }) => ({
      sent: auditStream ? await sendLinked(db, auditStream, signal) : 0,
    }),
  },
];
