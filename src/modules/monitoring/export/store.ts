import { sql } from 'kysely';
import { isExported } from '../../../platform/db/lists/exported.ts';
import { exportColumns, type ExportSource } from '../../../platform/export-source.ts';
import { DECISION_PREFIX, HIT_PREFIX } from '../hits/schemas.ts';

export const hitsExport: ExportSource = {
  description:
    'One row for each hit of a subject, in its current state. The range applies to the time when it was first found; `service` selects a status.',
  columns: exportColumns({
    id: ['code', 'Id of the hit.'],
    subjectId: ['text', 'Your id of the person or merchant.'],
    listKind: ['code', 'Kind of the list.'],
    listId: ['text', 'Id of the list.'],
    entryId: ['text', 'Id of the entry.'],
    listRevision: ['integer', 'Revision of the list with the compared entry.'],
    status: ['code', '`open`, `true_match`, `false_positive` or `closed`.'],
    score: ['decimal', '0 to 100, at the last comparison.'],
    reopenedBecause: ['code', 'The cause of its return, if any.'],
    closedBecause: ['code', 'The cause of its end; null unless `closed`.'],
    match: ['text', 'The match as JSON, as in the API; null once the subject is deleted.'],
    revision: ['integer', 'Grows with each change of the hit.'],
    createdAt: ['timestamp', 'When it was first found.'],
    updatedAt: ['timestamp', 'When it last changed.'],
    assignee: ['text', 'Id of the member who reviews it; null for none.'],
    dueAt: ['timestamp', 'When it is due; null for never.'],
  }),
  order: ['id'],
  query: (
    filter,
  ) => sql`SELECT id, subject_id AS "subjectId", list_kind AS "listKind", list_id AS "listId",
      entry_id AS "entryId", entry_revision AS "listRevision", status, score::numeric AS score,
      reopened_because AS "reopenedBecause", closed_because AS "closedBecause", (match::jsonb - 'listRevision')::text AS match, revision,
      created_at AS "createdAt", updated_at AS "updatedAt", assignee, due_at AS "dueAt"
    FROM screening_hits
    WHERE ${isExported(filter, { prefix: HIT_PREFIX, at: 'created_at', state: 'status' })}`,
};

/** Selects the rows of decisions; another module decrypts their cells. */
export const decisionRows: Omit<ExportSource, 'open'> = {
  description:
    'One row for each decision on a hit, including those that no longer apply. The range applies to its time; `service` selects a decision.',
  columns: exportColumns({
    id: ['code', 'Id of the decision.'],
    hitId: ['code', 'Id of the hit.'],
    decision: ['code', '`true_match` or `false_positive`.'],
    reason: [
      'text',
      'The reason; null if none was given, and once the subject is deleted.',
      'sealed',
    ],
    decidedBy: ['text', 'Id of the person or key that decided.'],
    onBehalfOf: ['text', 'The person that the caller named.'],
    apiKeyId: ['text', 'The API key; null for a person.'],
    decidedAt: ['timestamp', 'When it was decided.'],
    findings: ['text', 'The match as JSON when it was decided; null once the subject is deleted.'],
    askedBy: [
      'text',
      'Id of the person or key that asked for a second person; null where one person decided.',
    ],
    askedReason: [
      'text',
      'The asker’s reason; null if none was given, and once the subject is deleted.',
      'sealed',
    ],
    reasonCode: ['code', 'The code of the reason; null if none was given.'],
    askedReasonCode: ['code', 'The code of the asker’s reason; null if none was given.'],
  }),
  order: ['id'],
  query(filter) {
    const named = { id: 'd.id', prefix: DECISION_PREFIX, at: 'd.decided_at', state: 'd.decision' };
    // The id that an envelope is bound to; empty for a text in the clear.
    return sql`SELECT d.id, d.hit_id AS "hitId", d.decision,
        CASE WHEN d.envelope IS NULL THEN ':' || nullif(d.reason, '')
          ELSE coalesce(d.reason_id, d.id) || ':' || d.envelope END AS reason,
        coalesce(d.actor_id, d.api_key_id) AS "decidedBy", d.on_behalf_of AS "onBehalfOf", d.api_key_id AS "apiKeyId",
        d.decided_at AS "decidedAt", (d.findings::jsonb - 'listRevision')::text AS findings, a.asked_by AS "askedBy",
        a.id || ':' || a.envelope AS "askedReason", d.reason_code AS "reasonCode", a.reason_code AS "askedReasonCode"
      FROM screening_decisions d LEFT JOIN approvals a ON a.org_id = ${filter.orgId} AND a.id = d.approval_id
      WHERE ${isExported(filter, { org: 'd.org_id', ...named })}`;
  },
};
