/** Rows of the audit log about one subject. */
import { everyItem, type SubjectArea } from '../../personal-data.ts';
import { listActions } from './actions.ts';
import { AuditAction } from './schemas.ts';

/** The areas of the module. */
export const subjectData = {
  auditActions: {
    title: 'Audit log',
    needs: { scope: 'audit:read' },
    classes: ['audit'],
    list: {
      item: AuditAction,
      read: ({ orgId, subjectId }, db, query) =>
        listActions(db, orgId, { ...query, object: subjectId }),
    },
    whole: {
      item: AuditAction,
      read: ({ orgId, subjectId }, db) =>
        everyItem((page) => listActions(db, orgId, { ...page, object: subjectId })),
    },
  },
} satisfies Record<string, SubjectArea>;
