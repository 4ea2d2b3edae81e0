import { textsOf } from '../text.ts';

/** Texts of the screens of lists. */
const LISTS = {
  'lists.empty':
    'No lists of your own yet. A blocklist of yours is screened beside the sanctions lists.',
  'lists.new': 'New list',
  'lists.source': 'Source',
  'lists.sourceNote':
    'A short name for where its entries come from, such as internal:fraud. It stands with each hit, and no other list of yours has it.',
  'lists.wrongSource': 'Only letters, digits and . _ : - go here, and no spaces.',
  'lists.updated': 'Changed',
  'lists.addEntries': 'Add entries',
  'lists.paste':
    'Lines from a spreadsheet or of CSV: name, date of birth as YYYY-MM-DD, country such as NG; or with a header row of their own',
  'lists.file': 'Or a CSV file or a workbook (.xlsx): up to 100,000 entries',
  'lists.tooLarge': 'This is more than the 16 MiB of one request. Nothing was sent: divide it.',
  'lists.look': 'Preview',
  'lists.looking': 'Looking',
  'lists.adding': 'Adding',
  'lists.preview':
    '{rows} {rows:row|rows}: {good} {good:entry|entries}, {bad} {bad:row|rows} with mistakes, {twice} {twice:duplicate|duplicates}. Nothing has been added yet.',
  'lists.readAs': 'Read as',
  'lists.previewTable': 'Preview',
  'lists.allOrNone': 'All rows are added or none: mend the rows with mistakes, and look again.',
  'lists.leaveOut': 'Leave out the duplicates ({count})',
  'lists.addCount': 'Add {count} {count:entry|entries}',
  'lists.added':
    '{count} {count:entry was|entries were} added; {leftOut} {leftOut:duplicate was|duplicates were} left out.',
  'lists.back': 'Back',
  'lists.wrongDate': 'write a date that exists as YYYY-MM-DD, such as 1980-02-29',
  'lists.wrongCountry': 'write a code of two letters, such as NG, or the English name',
  'lists.nothing': 'There is no row.',
  'lists.lineNumber': 'Line',
  'lists.note': 'Note',
  'lists.inList': 'in the list already',
  'lists.asLine': 'the same as line {line}',
  'lists.sharedId': 'the id of line {line}, which has another name',
  'lists.noEntries': 'The list is empty. Add entries takes them from a spreadsheet or a file.',
  'lists.remove': 'Remove',
  'lists.removeWhy':
    'New screenings no longer find this entry, and open hits on it are closed. This cannot be undone.',
} as const;

export const t = textsOf(LISTS);
