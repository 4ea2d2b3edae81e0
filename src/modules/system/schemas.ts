import { Type } from 'typebox';
import { Nullable, StringEnum, Timestamp } from '../../platform/http/schema.ts';

const Finding = Type.Object(
  {
    check: Type.String(),
    status: StringEnum('FindingStatus', ['ok', 'warn', 'fail', 'skip'], {
      description:
        '`fail`: the service does not start or does not work in this state. `skip`: another check must pass first.',
    }),
    message: Type.String(),
    advice: Type.Optional(Type.String({ description: 'With `warn` and `fail`: the repair.' })),
    page: Type.String({ description: 'The page about it, which the service serves at /docs/.' }),
  },
  { title: 'Finding' },
);

/** Also the answer of `oriki doctor --json`. */
export const Diagnosis = Type.Object(
  {
    ok: Type.Boolean({ description: 'No check has failed.' }),
    checks: Type.Array(Finding),
  },
  { title: 'Diagnosis' },
);

export const JobState = Type.Object(
  {
    name: Type.String(),
    lastRunAt: Nullable(Timestamp('When its last run began.')),
    nextRunAt: Nullable(Timestamp('The latest time of its next run.')),
    holder: Nullable(Type.String({ description: 'The process that runs it, or has run it last.' })),
    isRunning: Type.Boolean(),
    failures: Type.Integer({ description: 'Failed runs in a row.' }),
    error: Nullable(Type.String({ description: 'The kind of error that ended the last run.' })),
  },
  { title: 'JobState' },
);
