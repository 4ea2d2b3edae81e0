/** Compares the list of erasures with those that the database has done. */
import type { Queryable } from '../../platform/db/database.ts';
import type { ErasureList, ListedErasure, ListedOrganization } from './erasure/list.ts';
import { listedOf } from './erasure/shown.ts';
import { selectAllDone } from './erasure/store.ts';
import { listedOrganization } from './organization/receipt.ts';
import { selectAllLeft } from './organization/store.ts';

/** Returns the done erasures of a bucket. */
async function doneIn(db: Queryable): Promise<(ListedErasure | ListedOrganization)[]> {
  const subjects = await selectAllDone(db);
  const organizations = await selectAllLeft(db);
  return [...subjects.map(listedOf), ...organizations.map(listedOrganization)];
}

/** Returns the number of completed erasures in a bucket, and how many of them the list lacks. */
export async function countMissing(
  db: Queryable,
  list: ErasureList,
): Promise<{ done: number; missing: number }> {
  const done = await doneIn(db);
  const { all } = await list.ids();
  return { done: done.length, missing: done.filter(({ id }) => !all.has(id)).length };
}

/** Adds the done erasures of a bucket to the list. @returns the number of those that it lacked */
export async function restoreList(db: Queryable, list: ErasureList): Promise<number> {
  const { all } = await list.ids();
  const missing = (await doneIn(db)).filter(({ id }) => !all.has(id));
  for (const one of missing) {
    await list.add(one);
    await list.markDone(one.id);
  }
  return missing.length;
}
