/** The records about a subject that legal holds keep, including records of other subjects and of cases. */
import type { Queryable } from '../../../platform/db/database.ts';
import { readHeld } from '../../retention/index.ts';
import { sharesThread } from '../../threads/index.ts';
import type { EraseTools } from './erase.ts';
import * as store from './store.ts';

type Of = { orgId: string; subjectId: string };

/** Reads the ids of the records about a subject, which answers, events and requests for a second person name. */
export async function readIds(
  db: Queryable,
  tables: EraseTools['tables'],
  of: Of,
): Promise<string[]> {
  const named = await store.tablesWithId(db, Object.keys(tables.paths));
  const all = new Set([of.subjectId]);
  for (const table of named)
    for (const id of await store.selectIds(db, tables.paths, table, of)) all.add(id);
  for (const { erasure } of tables.erased)
    if (typeof erasure === 'object' && 'by' in erasure)
      for (const id of (await erasure.ids?.(db, of)) ?? []) all.add(id);
  return [...all];
}

/** Returns true if a hold keeps one of these records about a subject, or a thread with a held subject. */
export async function keepsAny(
  db: Queryable,
  heldCases: EraseTools['heldCases'],
  of: Of,
  ids: readonly string[],
  since?: Date,
): Promise<boolean> {
  const held = await readHeld(db, heldCases, of.orgId, since);
  const kept = new Set([...held.subjects, ...held.ids]);
  return held.all || ids.some((id) => kept.has(id)) || sharesThread(db, of, [...held.subjects]);
}

/**
 * Returns true if a hold stops an erasure in progress. Only later holds stop an erasure that the list has brought back.
 */
export async function isStopped(
  db: Queryable,
  { tables, heldCases }: Pick<EraseTools, 'tables' | 'heldCases'>,
  { org_id: orgId, subject_id: subjectId, repeated, requested_at: since }: store.ErasureRow,
): Promise<boolean> {
  const of = { orgId, subjectId };
  const ids = await readIds(db, tables, of);
  return keepsAny(db, heldCases, of, ids, repeated ? since : undefined);
}
