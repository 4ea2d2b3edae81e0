import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';
import type { ExportFilter, ExportSource } from '../../src/platform/export-source.ts';

/** Returns the rows of an export source. Rejects a source that does not return what it declares. */
export async function exportRows(
  db: Database,
  source: ExportSource,
  filter: Partial<ExportFilter> & { orgId: string },
): Promise<Record<string, unknown>[]> {
  const all = { from: undefined, to: undefined, service: undefined, ...filter };
  const order = source.order.map((name) => sql.ref(`r.${name}`));
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM (${source.query(all)}) AS r ORDER BY ${sql.join(order)}`.execute(db.read);
  for (const row of rows) {
    const names = source.columns.map(({ name }) => name);
    if (Object.keys(row).join() !== names.join())
      throw new Error(`columns: ${Object.keys(row).join()}`);
  }
  return rows;
}
