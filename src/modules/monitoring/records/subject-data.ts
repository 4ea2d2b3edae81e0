/** The enrolment and the hits of one subject. */
import { Type } from 'typebox';
import { ApprovalRecord, approvalRecords } from '../../approvals/index.ts';
import { access } from '../../lists/index.ts';
import { everyPage, onlyPage, type SubjectArea } from '../../personal-data.ts';
import { listHits } from '../hits/hits.ts';
import { SubjectHit } from '../hits/schemas.ts';
import { Subject } from '../subjects/schemas.ts';
import { hitRecords, subjectsById } from './records.ts';
import { HitRecord } from './schemas.ts';

const WholeHit = Type.Object(
  {
    ...HitRecord.properties,
    approvals: Type.Array(ApprovalRecord, {
      description: 'Requests for a second person about the hit.',
    }),
  },
  { title: 'ExportedHit' },
);

const needs = { scope: 'fraud:screen', plan: access.plans.detection_pack };

/** The areas of the module. */
export const subjectData = {
  enrolment: {
    title: 'Continuous screening',
    needs,
    list: {
      item: Subject,
      read: async ({ orgId, subjectId }, db) =>
        onlyPage(await subjectsById(db, orgId, [subjectId])),
    },
    whole: {
      item: Subject,
      async *read({ orgId, subjectId }, db) {
        yield* await subjectsById(db, orgId, [subjectId]);
      },
    },
  },
  hits: {
    title: 'Hits',
    needs,
    list: {
      item: SubjectHit,
      read: ({ orgId, subjectId }, db, query) => listHits(db, orgId, { ...query, subjectId }),
    },
    whole: {
      item: WholeHit,
      async *read({ orgId, subjectId, envelopes }, db) {
        for await (const items of everyPage((page) =>
          listHits(db, orgId, { ...page, subjectId }),
        )) {
          const ids = items.map(({ id }) => id);
          const requests = await approvalRecords(db, envelopes, orgId, { ids: [], objectIds: ids });
          const about = Map.groupBy(requests, ({ objectId }) => objectId);
          for (const hit of await hitRecords(db, envelopes, orgId, ids))
            yield { ...hit, approvals: about.get(hit.id) ?? [] };
        }
      },
    },
  },
} satisfies Record<string, SubjectArea>;
