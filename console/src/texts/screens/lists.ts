import { textsOf } from '../text.ts';

/** Texts of the screens of lists. */
const LISTS = {
  'lists.empty':
    'No lists of your own yet. A blocklist of yours is screened beside the sanctions lists.',
  'lists.new': 'New list',
  'lists.source': 'Source (letters, digits and . _ : -)',
  'lists.updated': 'Changed',
  'lists.addEntries': 'Add entries',
  'lists.paste':
    'Lines from a spreadsheet or of CSV: name, date of birth, country; or with a header row of their own',
  'lists.file': 'Or a CSV file: up to 100,000 entries',
  'lists.tooLarge': 'This is more than the 16 MiB of one request. Nothing was sent: divide it.',
  'lists.look': 'Preview',
  'lists.looking': 'Looking',
  'lists.adding': 'Adding',
  'lists.preview':
    '{rows} rows: {good} entries, {bad} rows with mistakes, {twice} duplicates. Nothing has been added yet.',
  'lists.previewTable': 'Preview',
  'lists.allOrNone': 'All rows are added or none: mend the rows with mistakes, and look again.',
  'lists.leaveOut': 'Leave out the duplicates ({count})',
  'lists.addCount': 'Add {count} entries',
  'lists.added': '{count} entries were added; {leftOut} duplicates were left out.',
  'lists.nothing': 'There is no row.',
  'lists.lineNumber': 'Line',
  'lists.note': 'Note',
  'lists.inList': 'in the list already',
  'lists.asLine': 'the same as line {line}',
  'lists.noEntries': 'The list is empty.',
  'lists.remove': 'Remove',
} as const;

export const t = textsOf(LISTS);
