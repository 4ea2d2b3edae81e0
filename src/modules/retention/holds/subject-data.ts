/** Legal holds on one subject, and on cases about it. */
import { everyItem, type SubjectArea } from '../../personal-data.ts';
import { getHold, listHolds } from './holds.ts';
import { LegalHold, ReadLegalHold } from './schemas.ts';

/** The areas of the module. */
export const subjectData = {
  legalHolds: {
    title: 'Legal holds',
    needs: { scope: 'retention:manage' },
    list: {
      item: LegalHold,
      read: ({ orgId, subjectId }, db, query) => listHolds(db, orgId, { ...query, subjectId }),
    },
    whole: {
      item: ReadLegalHold,
      async *read({ orgId, subjectId, envelopes }, db) {
        const all = everyItem((page) => listHolds(db, orgId, { ...page, subjectId }));
        for await (const { id } of all) yield getHold(db, envelopes, orgId, id);
      },
    },
  },
} satisfies Record<string, SubjectArea>;
