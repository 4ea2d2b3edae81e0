/** Screenings of one subject. */
import { access } from '../../lists/index.ts';
import { everyPage, type SubjectArea } from '../../personal-data.ts';
import { getScreening, listScreenings } from './history.ts';
import { ScreeningSummary, StoredScreening } from './schemas.ts';

/** The areas of the module. */
export const subjectData = {
  screenings: {
    title: 'Screenings',
    needs: { scope: 'fraud:screen', plan: access.plans.detection_pack },
    classes: ['screenings', 'screening_names'],
    list: {
      item: ScreeningSummary,
      read: ({ orgId, subjectId, envelopes }, db, query) =>
        listScreenings(db, envelopes, orgId, { ...query, subjectId }),
    },
    whole: {
      item: StoredScreening,
      async *read({ orgId, subjectId, envelopes }, db) {
        const pages = everyPage((page) =>
          listScreenings(db, envelopes, orgId, { ...page, subjectId }),
        );
        for await (const items of pages)
          for (const { screeningId } of items)
            yield getScreening(db, envelopes, orgId, screeningId);
      },
    },
  },
} satisfies Record<string, SubjectArea>;
