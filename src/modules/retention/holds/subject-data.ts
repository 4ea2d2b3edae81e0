/** Legal holds on one subject, on cases about it, and on the organization. */
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
      read: ({ orgId, subjectId }, db, query) =>
        listHolds(db, orgId, { ...query, keepingSubjectId: subjectId }),
    },
    whole: {
      item: ReadLegalHold,
      async *read({ orgId, subjectId, envelopes }, db) {
        const all = everyItem((page) =>
          listHolds(db, orgId, { ...page, keepingSubjectId: subjectId }),
        );
        // The reason of a hold on the organization is not about the subject.
        for await (const hold of all)
          yield hold.kind === 'organization'
            ? { ...hold, reason: null }
            : getHold(db, envelopes, orgId, hold.id);
      },
    },
  },
} satisfies Record<string, SubjectArea>;
