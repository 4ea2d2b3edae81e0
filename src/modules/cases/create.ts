import type { Actor } from '../../platform/audit/action.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { parseTimestamp } from '../../platform/calendar/iso-time.ts';
import { outbox } from '../webhooks/index.ts';
import { record, toSummary } from './cases.ts';
import { caseCreated } from './events.ts';
import { requireItems } from './items/states.ts';
import { insertItems } from './items/store.ts';
import { storeNote, type SealedNote } from './notes/notes.ts';
import { basePriority, levelOf } from './priority.ts';
import { CASE_PREFIX, type CaseSummary, type CreateCase } from './schemas.ts';
import * as store from './store.ts';

/** Creates a case on request. @throws ApiError BAD_REQUEST for items that do not exist */
export async function createCase(
  tx: Tx,
  orgId: string,
  input: CreateCase,
  note: SealedNote | undefined,
  actor: Actor,
): Promise<CaseSummary> {
  const { subjectId, itemIds = [], priority, tags = [] } = input;
  const items = await requireItems(tx, orgId, itemIds, 'itemIds');
  const row = await store.insertCase(tx, {
    org_id: orgId,
    id: newId(CASE_PREFIX),
    subject_id: subjectId,
    assignee: input.assignee ?? null,
    due_at: input.dueAt === undefined ? null : parseTimestamp(input.dueAt)!,
    base_priority: basePriority(items.flatMap(({ hit }) => hit ?? [])),
    priority: priority === undefined ? null : levelOf(priority),
    type: input.type ?? null,
    tags,
    origin: 'hand',
    created_kind: actor.kind,
    created_by: actor.id,
  });
  const { id: caseId } = row;
  if (tags.length > 0) await store.replaceTags(tx, orgId, caseId, tags);
  await insertItems(
    tx,
    orgId,
    actor,
    items.map(({ id, kind }) => ({ caseId, id, kind })),
  );
  if (note) await storeNote(tx, orgId, caseId, note, actor);
  await record(tx, orgId, actor, [{ caseId, change: 'created', detail: { itemIds } }]);
  await outbox(tx, orgId, caseCreated({ caseId, subjectId, origin: 'hand' }));
  return toSummary(row);
}
