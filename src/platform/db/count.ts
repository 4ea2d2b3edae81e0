import type { SelectQueryBuilder } from 'kysely';
import type { DB } from './types.ts';

/** The row count of a query without a select list. */
export async function countRows<T extends keyof DB>(
  query: SelectQueryBuilder<DB, T, object>,
): Promise<number> {
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
