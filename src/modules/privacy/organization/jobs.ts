import type { Job } from '../../../platform/background/job.ts';
import { continueEach } from '../continuing.ts';
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
      return continueEach(
        await selectAllLeaving(db.read),
        ({ org_id: orgId }) => continueLeaving(tools, orgId, signal),
        (row, err) => {
          log.warn({ err, orgId: row.org_id }, 'the erasure of an organization continues later');
          return delay(db.read, row);
        },
        signal,
      );
    },
  };
}
