import { textsOf } from '../text.ts';

/** Texts of files of names and of entries. */
const FILES = {
  'files.new': 'Screen a file',
  'files.empty': 'No files yet. Choose "Screen a file" to screen a spreadsheet of customers.',
  'files.file': 'CSV, a workbook (.xlsx) or JSON lines: up to 100,000 names and 10 MiB',
  'files.tooLarge': 'The file is larger than 10 MiB. Nothing was sent. Split the file.',
  'files.emptyFile': 'The file is empty.',
  'files.screen': 'Screen',
  'files.sending': 'Sending',
  'files.at': 'Sent',
  'files.format': 'Format',
  'files.readAs': 'Read as',
  'files.rows': 'Rows',
  'files.rowsDone': '{read} read, {failed} not screened, {incomplete} without a field',
  'files.outcomes': 'Outcomes',
  'files.results': 'Results',
  'files.toExports': 'Open exports',
  'files.cancel': 'Stop',
  'files.cancelWhy':
    'The remaining rows are not screened. Finished screenings stay, but Oriki makes no results file.',
  'files.columns': 'My columns have other names',
  'files.columnsNote':
    'Fill this in only if the columns are not named name, first name, last name, date of birth, country and so on.',
  'files.dateFormat': 'Date format',
  'files.asDatesShow': 'detect from the dates',
  'files.askOrder':
    'No day in these dates is above 12, so the order of day and month is ambiguous. Choose the date format.',
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
