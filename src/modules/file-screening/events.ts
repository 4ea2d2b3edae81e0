import { Type } from 'typebox';
import { defineEvent } from '../webhooks/index.ts';

const JOB = 'screenjob_01kf3vm9c4e6g8j0m2p4r6t8v0';

export const jobCompleted = defineEvent('screening.job.completed', {
  description: 'Every row of a file of names is done, and the export of the results has begun.',
  schema: Type.Object({
    jobId: Type.String(),
    exportId: Type.Union([Type.String(), Type.Null()], {
      description: 'The export of the results; null if exports were disabled.',
    }),
    clear: Type.Integer({ description: 'Rows with this outcome.' }),
    review: Type.Integer(),
    block: Type.Integer(),
    failed: Type.Integer({ description: 'Rows that were not screened.' }),
  }),
  example: {
    jobId: JOB,
    exportId: 'export_01kf3w8k2m4p6r8t0v2x4z6b8d',
    clear: 9_812,
    review: 170,
    block: 14,
    failed: 4,
  },
});

export const jobFailed = defineEvent('screening.job.failed', {
  description: 'The rest of a file of names cannot be screened.',
  schema: Type.Object({
    jobId: Type.String(),
    error: Type.String({ description: 'The reason in words.' }),
  }),
  example: { jobId: JOB, error: 'it did not finish' },
});

export const events = [jobCompleted, jobFailed];
