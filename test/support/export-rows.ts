import { CompiledQuery } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';
import type { ExportFilter, ExportSource } from '../../src/platform/export-source.ts';

/** The rows of an export source; those of a source that does not give what it declares are refused. */
export async function exportRows(
  db: Database,
  source: ExportSource,
  filter: Partial<ExportFilter> & { orgId: string },
): Promise<Record<string, unknown>[]> {
  const all = { from: undefined, to: undefined, service: undefined, ...filter };
  const { sql, parameters } = source.query(all).compile(db.read);
  const { rows } = await db.read.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(sql, [...parameters]),
  );
  for (const row of rows) {
    const names = source.columns.map(({ name }) => name);
    if (Object.keys(row).join() !== names.join())
      throw new Error(`columns: ${Object.keys(row).join()}`);
  }
  return rows;
}
