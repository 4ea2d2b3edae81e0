import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { ExportSettings } from '../../../platform/db/types.ts';

export type SettingsRow = Pick<
  Selectable<ExportSettings>,
  'enabled' | 'allowed_formats' | 'max_rows_per_export' | 'retention_days'
>;

export async function selectSettings(
  db: Queryable,
  orgId: string,
): Promise<SettingsRow | undefined> {
  return db
    .selectFrom('export_settings')
    .selectAll()
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

/**
 * Writes settings. An omitted field keeps its value, or gets its default. Of several changes to a field, the last one
 * counts.
 */
export async function upsertSettings(
  tx: Tx,
  orgId: string,
  change: Partial<SettingsRow>,
): Promise<SettingsRow> {
  return tx
    .insertInto('export_settings')
    .values({ org_id: orgId, ...change })
    .onConflict((conflict) =>
      conflict
        .column('org_id')
        .doUpdateSet((eb) => ({ ...change, updated_at: eb.ref('excluded.updated_at') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}
