export type { Reading } from '../../lists/import/csv-file.ts';
export { DATE_FORMATS } from '../../lists/import/text/date-orders.ts';
export type { ReadAs } from '../../lists/import/text/dialect.ts';
export { COLUMN_FIELDS } from './rows.ts';
export { openFile, openStream, Stopped, type Input } from './input.ts';
export type { Position } from './journal.ts';
export { RESULT_FORMATS, type ResultFormat } from './results.ts';
export { screenFile, type BulkJob, type BulkReport } from './screen-file.ts';
