import type { Job } from '../../../platform/background/job.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { ContentSealer, type ContentTable } from '../../tenants/index.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import { MESSAGE_PREFIX } from '../schemas.ts';
import { lockThreads } from '../threads/store.ts';
import { sealContent } from './content.ts';
import * as store from './store.ts';

/** Seals messages that were stored in the clear, and the beginnings of them that threads show. */
export function messageContents(envelopes: Envelopes): ContentTable<store.ContentRow> {
  return {
    prefix: MESSAGE_PREFIX,
    select: store.selectContents,
    async seal(db, orgId, rows) {
      const sealed = await openAll(rows, async ({ id, thread_id: threadId, content, sender }) => {
        const contentEnvelope = await sealContent(envelopes, { orgId, id, sender }, content);
        return { orgId, threadId, id, content, contentEnvelope };
      });
      await db.transaction(async (tx) => {
        await lockThreads(tx, sealed);
        await store.replaceClear(tx, sealed);
        const threadIds = [...new Set(sealed.map(({ threadId }) => threadId))];
        await store.emptyPreviews(tx, orgId, threadIds);
      });
    },
  };
}

const sealer = new ContentSealer();

export const jobs: Job<{ db: Database; envelopes: Envelopes }>[] = [
  {
    name: 'sealed-messages',
    does: 'Seals older messages of organizations that seal contents.',
    whenStopped: 'Older messages stay in the clear.',
    everyMs: 60_000,
    lock: 'job',
    run: async ({ db, envelopes }, { signal }) => ({
      sealed: await sealer.run(db, messageContents(envelopes), signal),
    }),
  },
];
