import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';
import { SUBJECT_KINDS } from './subjects/schemas.ts';

export const hitCreated = defineEvent('screening.hit.created', {
  description:
    'An enrolled subject matches an entry of a list: a new hit, or one that reopened because the ' +
    'subject or the entry has changed.',
  schema: Type.Object({
    hitId: Type.String(),
    subjectId: Type.String(),
    listKind: StringEnum('SubjectListKind', SUBJECT_KINDS),
    listId: Type.String(),
    entryId: Type.String(),
    score: Type.Number({ description: '0 to 100.' }),
  }),
  example: {
    hitId: 'hit_01kf3vm9c4e6g8j0m2p4r6t8v0',
    subjectId: 'customer-17',
    listKind: 'sanctions',
    listId: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2',
    entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
    score: 92.4,
  },
});

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
  example: { jobId: JOB, error: 'it did not come to an end' },
});

export const events = [hitCreated, jobCompleted, jobFailed];
