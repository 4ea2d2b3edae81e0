import { textsOf } from '../text.ts';

/** Texts of files of names and of entries. */
const FILES = {
  'files.new': 'Screen a file',
  'files.empty': 'No files yet. Screen a file takes a list of customers from a spreadsheet.',
  'files.file': 'CSV, a workbook (.xlsx) or JSON lines: up to 100,000 names and 10 MiB',
  'files.tooLarge': 'This is more than 10 MiB. Nothing was sent: divide it.',
  'files.emptyFile': 'This file is empty.',
  'files.screen': 'Screen',
  'files.sending': 'Sending',
  'files.at': 'Sent',
  'files.format': 'Format',
  'files.readAs': 'Read as',
  'files.rows': 'Rows',
  'files.rowsDone': '{read} read, {failed} not screened, {incomplete} without a field',
  'files.outcomes': 'Outcomes',
  'files.results': 'Results',
  'files.toExports': 'To the exports',
  'files.cancel': 'Stop',
  'files.cancelWhy':
    'The rows that were not screened yet are not. The screenings that were made stay, without a file of results.',
  'files.columns': 'The columns have other names',
  'files.columnsNote':
    'Needed only for columns that are called otherwise than name, first name, last name, date of birth, country and so on.',
  'files.dateFormat': 'Order of the dates',
  'files.asDatesShow': 'as the dates show it',
  'files.askOrder':
    'No day of these dates is above 12, so nothing shows which number is the month. Say it here.',
  'files.DMY': 'day, month, year (31/12/1980)',
  'files.MDY': 'month, day, year (12/31/1980)',
  'files.ref': 'Your id',
  'files.firstName': 'First name',
  'files.middleName': 'Middle name',
  'files.lastName': 'Last name',
  'files.aliases': 'Aliases',
  'files.id': 'Your id',
} as const;

export const t = textsOf(FILES);
