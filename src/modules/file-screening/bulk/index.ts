export { DATE_FORMATS, type ReadAs, type Reading } from '../../lists/index.ts';
export { COLUMN_FIELDS } from '../file/rows.ts';
export { openFile, openStream, type Input } from './input.ts';
export type { Position } from './journal.ts';
export { RESULT_FORMATS, type ResultFormat } from './results.ts';
export { screenFile, type BulkJob, type BulkReport } from './screen-file.ts';
