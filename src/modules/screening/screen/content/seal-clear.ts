/** Seals the contents of screenings that were stored in the clear. */
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../../platform/crypto/opening.ts';
import type { ContentTable } from '../../../tenants/index.ts';
import { SCREENING_PREFIX } from '../schemas.ts';
import { emptied, sealContent } from './content.ts';
import * as store from './store.ts';

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
