import { sql } from 'kysely';
import { deletedRows } from '../../../platform/db/lists/aged/due-rows.ts';
import type { RecordClasses } from '../../../platform/db/lists/aged/record-class.ts';
import { EXPORT_PREFIX } from '../schemas.ts';

export const retention: RecordClasses = {
  exports: {
    title: 'Records of exports',
    days: 365,
    reason: 'Shows who took which data out of the system.',
    remains: 'The audit rows of the export and its downloads.',
    ...deletedRows({
      table: 'exports',
      prefix: EXPORT_PREFIX,
      at: 't.created_at',
      // The file of a completed export has its own period.
      where: sql`(t.removed_at IS NOT NULL OR t.status = 'FAILED')`,
    }),
  },
};
