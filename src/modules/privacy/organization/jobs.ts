import type { Job } from '../../../platform/background/job.ts';
import type { ErasureServices } from '../erasure/jobs.ts';
import { continueLeaving, type LeaveTools } from './erase.ts';
import type { LeavingPlan } from './plan.ts';
import { delay, selectAllLeaving } from './store.ts';

export function leavingJob(plan: LeavingPlan): Job<ErasureServices> {
  return {
    name: 'organization-erasures',
    does: 'Continues the erasure of organizations that leave, in small parts.',
    whenStopped: 'An erasure that was interrupted waits for its command.',
    everyMs: 30_000,
    lock: 'rows of organization_erasures',
    async run({ db, files, log, erasures: list, heldCases, signing, envelopes }, { signal }) {
      const tools: LeaveTools = {
        db,
        files,
        list,
        heldCases,
        subjectKeys: envelopes.subjectKeys,
        plan,
        sign: (document) => signing.sign(document),
      };
      let erased = 0;
      const failures: unknown[] = [];
      for (const row of await selectAllLeaving(db.read)) {
        if (signal.aborted) break;
        try {
          if ((await continueLeaving(tools, row.org_id, signal)) === 'done') erased += 1;
        } catch (error) {
          log.warn(
            { err: error, orgId: row.org_id },
            'the erasure of an organization continues later',
          );
          failures.push(error);
          // A database that does not answer ends the run here.
          await delay(db.read, row);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'erasures continue later');
      return { erased };
    },
  };
}
