import type { Actor } from '../../../platform/audit/action.ts';
import { Changed } from '../../../platform/audit/audit.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import {
  assertOpen,
  assertUnclaimed,
  lockedCase,
  lockedUnheldCase,
  record,
  tellUpdated,
  toSummary,
} from '../cases.ts';
import { screeningTitles } from '../../screening/index.ts';
import { lastDecisions } from '../../monitoring/index.ts';
import { basePriority } from '../priority.ts';
import type { CaseItem, CaseSummary } from '../schemas.ts';
import { updateCase } from '../store.ts';
import type { ItemKind } from '../words.ts';
import { findItems, requireItems, type Found } from './states.ts';
import * as store from './store.ts';

const MAX_ITEMS = 1000;
/** The maximum number of items whose states one answer contains. */
const ITEMS_AT_ONCE = 100;
const FIRST = '0_';

/** Returns the number of open hits of the case. */
export async function openHitsOf(db: Queryable, orgId: string, caseId: string): Promise<number> {
  const rows = await store.selectItems(db, orgId, caseId);
  const ids = rows.filter(({ kind }) => kind === 'hit').map((row) => row.item_id);
  const items = await findItems(db, orgId, ids);
  return [...items.values()].filter(({ state }) => state === 'open').length;
}

/**
 * Adds new items to an open case. New hits raise its priority and end its snooze.
 * @throws ApiError NOT_FOUND; BAD_REQUEST for items that do not exist; CONFLICT if the case is closed, another actor
 * has claimed it, or it has too many items
 */
export async function addItems(
  tx: Tx,
  orgId: string,
  caseId: string,
  ids: string[],
  actor: Actor,
): Promise<CaseSummary & { added: string[] }> {
  const before = await lockedCase(tx, orgId, caseId);
  assertOpen(before);
  assertUnclaimed(before, actor);
  const items = await requireItems(tx, orgId, ids, 'ids');
  const rows = await store.insertItems(
    tx,
    orgId,
    actor,
    items.map(({ id, kind }) => ({ caseId, id, kind })),
  );
  if (rows.length === 0) return { ...toSummary(before), added: [] };
  if ((await store.countItems(tx, orgId, caseId)) > MAX_ITEMS)
    throw new ApiError('CONFLICT', `a case has at most ${MAX_ITEMS} items`);
  const added = rows.map((row) => row.item_id);
  const hits = items.flatMap(({ hit }) => hit ?? []);
  const row = await updateCase(tx, orgId, caseId, {
    base_priority: Math.max(before.base_priority, basePriority(hits)),
    ...(hits.length > 0 && { snoozed_until: null }),
  });
  await record(tx, orgId, actor, [{ caseId, change: 'items_added', detail: { itemIds: added } }]);
  await tellUpdated(tx, orgId, row);
  return { ...toSummary(row), added };
}

/** Removes one item from an open case. @throws ApiError NOT_FOUND; CONFLICT in the cases of `addItems` */
export async function removeItem(
  tx: Tx,
  orgId: string,
  caseId: string,
  itemId: string,
  actor: Actor,
): Promise<Changed<CaseSummary>> {
  const before = await lockedUnheldCase(tx, orgId, caseId);
  assertOpen(before);
  assertUnclaimed(before, actor);
  await found(
    'item of the case',
    !itemId.includes('\0') && store.deleteItem(tx, orgId, caseId, itemId),
  );
  const row = await updateCase(tx, orgId, caseId, {});
  await record(tx, orgId, actor, [{ caseId, change: 'item_removed', detail: { itemId } }]);
  await tellUpdated(tx, orgId, row);
  return new Changed({ itemId }, toSummary(row));
}

/** Returns a page of the items of a case, each with its current state. @param after `next` of the page before */
export async function readItems(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  caseId: string,
  after = FIRST,
): Promise<{ items: CaseItem[]; next: string | null; total: number }> {
  const [all, total] = await Promise.all([
    store.selectItemsAfter(db, orgId, caseId, after, ITEMS_AT_ONCE + 1),
    store.countItems(db, orgId, caseId),
  ]);
  const rows = all.slice(0, ITEMS_AT_ONCE);
  const next = all.length > rows.length ? rows.at(-1)!.place : null;
  const ids = rows.map((row) => row.item_id);
  const screenings = rows.filter(({ kind }) => kind === 'screening').map((row) => row.item_id);
  const [states, titles] = await Promise.all([
    findItems(db, orgId, ids),
    screeningTitles(db, envelopes, orgId, screenings),
  ]);
  const isDecided = ({ hit, state }: Found): boolean => hit !== null && state !== 'open';
  const decided = [...states.values()].filter(isDecided).map(({ id }) => id);
  const decisions = await lastDecisions(db, envelopes, orgId, decided);
  const items = rows.map((row) => {
    const { state = null, hit = null } = states.get(row.item_id) ?? {};
    return {
      id: row.item_id,
      kind: row.kind as ItemKind,
      state,
      hit: hit && {
        subjectId: hit.subjectId,
        listKind: hit.listKind,
        listId: hit.listId,
        entryId: hit.entryId,
        listedName: hit.listedName,
        score: hit.score,
        revision: hit.revision,
        decision: decisions.get(row.item_id) ?? null,
      },
      title: titles.get(row.item_id) ?? null,
      addedBy: { kind: row.added_kind as Actor['kind'], id: row.added_by },
      addedAt: row.added_at.toISOString(),
    };
  });
  return { items, next, total };
}

/** Returns all items of a case with their current states, without details of hits. */
export async function readAllItems(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  caseId: string,
): Promise<Omit<CaseItem, 'hit'>[]> {
  const rows = await store.selectItems(db, orgId, caseId);
  const ids = rows.map((row) => row.item_id);
  const screenings = rows.filter(({ kind }) => kind === 'screening').map((row) => row.item_id);
  const [states, titles] = await Promise.all([
    findItems(db, orgId, ids),
    screeningTitles(db, envelopes, orgId, screenings),
  ]);
  return rows.map((row) => ({
    id: row.item_id,
    kind: row.kind as ItemKind,
    state: states.get(row.item_id)?.state ?? null,
    title: titles.get(row.item_id) ?? null,
    addedBy: { kind: row.added_kind as Actor['kind'], id: row.added_by },
    addedAt: row.added_at.toISOString(),
  }));
}
