import type { Job } from '../../../platform/background/job.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { StreamTarget } from '../../audit/index.ts';
import type { SigningKeys } from '../../signing/index.ts';
import { continueErasure, type EraseTools } from './erase.ts';
import type { ErasureList } from './list.ts';
import type { ErasedTables } from './order.ts';
import { ERASURES_CHANNEL } from './request.ts';
import { delay, selectAllRunning } from './store.ts';

export type ErasureServices = Omit<
  EraseTools,
  'sign' | 'list' | 'tables' | 'isStreamed' | 'subjectKeys'
> & {
  envelopes: Envelopes;
  log: Logger;
  erasures: ErasureList;
  signing: SigningKeys;
  auditStream: StreamTarget | undefined;
};

/** Held ones are among them, and must not keep others waiting. */
const AT_ONCE = 10_000;

/** @param tables those of all modules */
export function erasureJobs(tables: ErasedTables): Job<ErasureServices>[] {
  return [
    {
      name: 'subject-erasures',
      does: 'Erases subjects whose erasure was requested, in small parts.',
      whenStopped: 'Requested erasures wait.',
      everyMs: 5000,
      trigger: ERASURES_CHANNEL,
      lock: 'rows of subject_erasures',
      async run({ log, erasures: list, signing, auditStream, envelopes, ...rest }, { signal }) {
        const tools: EraseTools = {
          ...rest,
          list,
          tables,
          isStreamed: auditStream !== undefined,
          subjectKeys: envelopes.subjectKeys,
          sign: (document) => signing.sign(document),
        };
        let erased = 0;
        const failures: unknown[] = [];
        for (const row of await selectAllRunning(tools.db.read, AT_ONCE)) {
          if (signal.aborted) break;
          const { org_id: orgId, id } = row;
          try {
            if ((await continueErasure(tools, orgId, id, signal)) === 'done') erased += 1;
          } catch (error) {
            log.warn({ err: error, orgId, erasureId: id }, 'an erasure continues later');
            failures.push(error);
            // A database that does not answer ends the run here.
            await delay(tools.db.read, row);
          }
        }
        if (failures.length > 0)
          throw new AggregateError(failures.slice(0, 10), 'erasures continue later');
        return { erased };
      },
    },
  ];
}
