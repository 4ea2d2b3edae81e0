import type { Job } from '../../../../platform/background/job.ts';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { ContentSealer, type ContentTable } from '../../../tenants/index.ts';
import { openAll } from '../../../../platform/crypto/opening.ts';
import { SCREENING_PREFIX } from '../schemas.ts';
import { emptied, sealContent } from './content.ts';
import * as store from './store.ts';

/** Seals the contents of screenings that were stored in the clear. */
export function screeningContents(envelopes: Envelopes): ContentTable<store.ContentRow> {
  return {
    prefix: SCREENING_PREFIX,
    select: store.selectContents,
    async seal(db, orgId, rows) {
      const sealed = await openAll(rows, async ({ id, subject_id: subjectId, query, hits }) => {
        const content = { query, hits };
        const contentEnvelope = await sealContent(envelopes, { orgId, id, subjectId }, content);
        const rest = emptied(content);
        const [asked, found] = [JSON.stringify(rest.query), JSON.stringify(rest.hits)];
        return { orgId, id, contentEnvelope, query: asked, hits: found };
      });
      await store.replaceClear(db.read, sealed);
    },
  };
}

const sealer = new ContentSealer();

export const jobs: Job<{ db: Database; envelopes: Envelopes }>[] = [
  {
    name: 'sealed-screenings',
    does: 'Seals older screenings of organizations that seal contents.',
    whenStopped: 'Older screenings keep names in the clear.',
    everyMs: 60_000,
    lock: 'job',
    run: async ({ db, envelopes }, { signal }) => ({
      sealed: await sealer.run(db, screeningContents(envelopes), signal),
    }),
  },
];
