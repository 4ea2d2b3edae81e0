/** Refusals of files that nobody has seen, and that would take too much of a list. */
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { appliedPage } from '../../../platform/http/schema.ts';
import type { GlobalListRow } from './store.ts';
import { selectVersions } from './versions/store.ts';

/** A guarded import refuses to remove more than this part of what it counts, from so many on. */
const GUARDED_FROM = 100;
const LARGEST_REMOVED_PART = 0.5;

/** The file is no good successor of what the list has. */
export class FileRefused extends ApiError {}

function refusal(source: string, why: string): FileRefused {
  return new FileRefused(
    'CONFLICT',
    `${why}; if that is right: oriki list refresh --source ${source} --allow-shrink`,
  );
}

/** @throws ApiError CONFLICT when more would be removed than a file may without a look at it */
export function assertSmallLoss(
  source: string,
  removed: number,
  before: number,
  what: string,
): void {
  if (before < GUARDED_FROM || removed <= before * LARGEST_REMOVED_PART) return;
  throw refusal(source, `the file would remove ${removed} of ${before} ${what}`);
}

/** A list that was no better before is taken as it is. */
export async function assertMostlyUsable(
  tx: Tx,
  { id, source }: GlobalListRow,
  rejected: number,
  total: number,
): Promise<void> {
  if (rejected < GUARDED_FROM || rejected <= total) return;
  const { rows } = await selectVersions(tx, id, appliedPage({ limit: 1 }));
  const last = rows[0];
  if (last && last.rejected > last.entry_count) return;
  throw refusal(source, `${rejected} rows of the file cannot be used, and ${total} entries can`);
}
