import { textsOf } from '../text.ts';

/** Texts of the screens of lists. */
const LISTS = {
  'lists.name': 'Name',
  'lists.empty':
    'No lists yet. Oriki screens names against your blocklists in addition to the sanctions lists.',
  'lists.new': 'New list',
  'lists.source': 'Source',
  'lists.sourceNote':
    'A short, unique name for the origin of the entries, such as internal:fraud. Each hit shows it.',
  'lists.wrongSource': 'Use only letters, digits and . _ : - without spaces.',
  'lists.updated': 'Changed',
  'lists.addEntries': 'Add entries',
  'lists.paste':
    'Lines from a spreadsheet or CSV: name, date of birth as YYYY-MM-DD, country such as NG; or with a header row',
  'lists.file': 'Or a CSV file or a workbook (.xlsx): up to 100,000 entries',
  'lists.tooLarge': 'The file is larger than 16 MiB. Nothing was sent. Split the file.',
  'lists.look': 'Preview',
  'lists.looking': 'Loading the preview',
  'lists.adding': 'Adding',
  'lists.preview':
    '{rows} {rows:row|rows}: {good} {good:entry|entries}, {bad} {bad:row|rows} with errors, {twice} {twice:duplicate|duplicates}. Nothing is added yet.',
  'lists.readAs': 'Read as',
  'lists.previewTable': 'Preview',
  'lists.allOrNone':
    'Oriki adds all rows or none. Correct the rows with errors, then preview again.',
  'lists.leaveOut': 'Skip the duplicates ({count})',
  'lists.addCount': 'Add {count} {count:entry|entries}',
  'lists.added':
    '{count} {count:entry was|entries were} added; {leftOut} {leftOut:duplicate was|duplicates were} skipped.',
  'lists.back': 'Back',
  'lists.wrongDate': 'enter a valid date as YYYY-MM-DD, such as 1980-02-29',
  'lists.wrongCountry': 'enter a two-letter code, such as NG, or the English name',
  'lists.nothing': 'No rows.',
  'lists.lineNumber': 'Line',
  'lists.note': 'Note',
  'lists.inList': 'already in the list',
  'lists.asLine': 'same as line {line}',
  'lists.sharedId': 'same id as line {line}, which has another name',
  'lists.noEntries':
    'The list is empty. Choose "Add entries" to add names from a spreadsheet or a file.',
  'lists.remove': 'Remove',
  'lists.removeWhy':
    'New screenings no longer find this entry, and its open hits close. You cannot undo this.',
  'lists.rename': 'Rename',
  'lists.delete': 'Delete list',
  'lists.deleteWhy':
    'New screenings no longer find its entries ({count}), and their open hits close. You cannot undo this.',
  'lists.asked': 'A second person must confirm the removal. The request is under Approvals.',
} as const;

export const t = textsOf(LISTS);
