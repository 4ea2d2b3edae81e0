/** Destroys a subject's key after its rows. Until then, a later hold keeps rows and key. */
import type { Erased } from '../../../platform/db/lists/erasing.ts';
import type { EraseTools } from './erase.ts';
import type { ErasureRow } from './store.ts';

/** The part of a receipt with the keys of the subject. */
export const KEYS_PART = 'subject_keys';

/** Runs a part of the erasure in a transaction, unless a hold keeps the records. */
type Part = (
  work: (tx: unknown, held: unknown, locked: Pick<ErasureRow, 'counts'>) => Promise<Erased>,
) => Promise<unknown>;

/**
 * Destroys the keys that a subject has in the store and in its copies. Repeating is safe.
 * @throws KmsError if the store or a copy is missing
 */
export async function destroyKeys(
  { subjectKeys, list }: Pick<EraseTools, 'subjectKeys' | 'list'>,
  { id, org_id: orgId, subject_id: subjectId }: ErasureRow,
  part: Part,
): Promise<void> {
  const files = (await subjectKeys?.keysOf(orgId, subjectId)) ?? [];
  if (files.length === 0) return;
  // The keys are counted before they are destroyed, so after a crash in between, the next attempt finds them.
  await part(async (_tx, _held, { counts: { [KEYS_PART]: counted = 0 } }) => ({
    count: Math.max(0, files.length - counted),
  }));
  for (const file of files)
    await part(async () => {
      await list.addKey(file, id);
      await subjectKeys!.destroy(file);
      return { count: 0 };
    });
}
