import { sql } from 'kysely';
import { isExported } from '../../../platform/db/lists/exported.ts';
import { clock } from '../../../platform/clock.ts';
import { exportColumns, type ExportSource } from '../../../platform/export-source.ts';
import { PRIORITIES } from '../schemas.ts';
import { levelAt } from '../store.ts';

/** The names of priorities by level, lowest first. */
const LEVELS = sql.lit(`{${PRIORITIES.join(',')}}`);

export const casesExport: ExportSource = {
  description:
    'One row for each case, without notes and files. The range applies to its creation; `service` selects a status.',
  columns: exportColumns({
    id: ['code', 'Id of the case.'],
    subjectId: ['text', 'Your id of the person or merchant.'],
    status: ['code', '`OPEN`, `IN_REVIEW`, `ESCALATED` or `CLOSED`.'],
    outcome: ['code', 'The outcome; null until it is closed.'],
    priority: ['code', 'The current priority, or the last one of a closed case.'],
    assignee: ['text', 'Id of a person.'],
    dueAt: ['timestamp', 'The due date.'],
    origin: ['code', '`hand` or `rule`.'],
    createdKind: ['code', '`key`, `person` or `service`.'],
    createdBy: ['text', 'Id of the key, person or part.'],
    items: ['integer', 'Number of items.'],
    hits: ['integer', 'Number of hits.'],
    revision: ['integer', 'The revision, from 1.'],
    createdAt: ['timestamp', 'When it was created.'],
    updatedAt: ['timestamp', 'When it last changed.'],
    closedAt: ['timestamp', 'When it was closed.'],
    type: ['text', 'Your own kind of case.'],
    tags: ['text', 'Your own labels, as JSON.'],
  }),
  order: ['createdAt', 'id'],
  query(filter) {
    const named = { org: 'c.org_id', at: 'c.created_at', state: 'c.status' };
    const count = sql`SELECT count(*) FROM case_items i WHERE i.org_id = c.org_id AND i.case_id = c.id`;
    return sql`SELECT c.id, c.subject_id AS "subjectId", c.status, c.outcome,
        (${LEVELS}::text[])[${levelAt(clock.now())} + 1] AS priority, c.assignee, c.due_at AS "dueAt", c.origin,
        c.created_kind AS "createdKind", c.created_by AS "createdBy", (${count}) AS items,
        (${count} AND i.kind = 'hit') AS hits, c.revision, c.created_at AS "createdAt",
        c.updated_at AS "updatedAt", c.closed_at AS "closedAt", c.type,
        array_to_json(c.tags)::text AS tags
      FROM cases c WHERE ${isExported(filter, named)}`;
  },
};
