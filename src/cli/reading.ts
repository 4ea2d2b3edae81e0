import { choice, UsageError, type Flags } from './flags.ts';
import { bulk } from '../modules/screening/index.ts';

/** The fields of `--column`, and the order of `--date-format`. @param fields that may have a column */
export function readingOf(flags: Flags, fields: readonly string[]): bulk.Reading {
  const columns: Record<string, string> = {};
  for (const text of flags.column ?? []) {
    const [field = '', ...rest] = text.split('=');
    choice('column', field, fields);
    if (rest.join('=') === '') throw new UsageError('--column must be FIELD=COLUMN');
    columns[field] = rest.join('=');
  }
  const order = flags['date-format'];
  return {
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(order !== undefined && { dateFormat: choice('date-format', order, bulk.DATE_FORMATS) }),
  };
}
