import type { Job } from '../../../platform/background/job.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { StreamTarget } from '../../audit/index.ts';
import type { SigningKeys } from '../../signing/index.ts';
import { continueEach } from '../continuing.ts';
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

/** The number includes held erasures, which must not keep others waiting. */
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
        return continueEach(
          await selectAllRunning(tools.db.read, AT_ONCE),
          ({ org_id: orgId, id }) => continueErasure(tools, orgId, id, signal),
          (row, err) => {
            const { org_id: orgId, id: erasureId } = row;
            log.warn({ err, orgId, erasureId }, 'an erasure continues later');
            return delay(tools.db.read, row);
          },
          signal,
        );
      },
    },
  ];
}
