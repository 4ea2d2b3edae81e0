/** Requests for a second person about one subject. */
import { everyItem, type SubjectArea } from '../../personal-data.ts';
import { listApprovals } from '../approvals.ts';
import { Approval } from '../schemas.ts';
import { ApprovalRecord, approvalRecords } from './records.ts';

/** The areas of the module. */
export const subjectData = {
  approvals: {
    title: 'Requests for a second person',
    needs: { scope: 'approvals:request' },
    list: {
      item: Approval,
      read: ({ orgId, subjectId, envelopes }, db, query) =>
        listApprovals<Approval>(db, orgId, { ...query, objectId: subjectId }, envelopes),
    },
    whole: {
      item: ApprovalRecord,
      async *read({ orgId, subjectId, envelopes }, db) {
        const asked = everyItem((page) =>
          listApprovals<Approval>(db, orgId, { ...page, objectId: subjectId }, null),
        );
        for await (const { id } of asked)
          yield* await approvalRecords(db, envelopes, orgId, { ids: [id], objectIds: [] });
      },
    },
  },
} satisfies Record<string, SubjectArea>;
