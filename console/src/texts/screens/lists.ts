import { textsOf } from '../text.ts';

/** Texts of the screens of lists. */
const LISTS = {
  'lists.empty':
    'No lists of your own yet. A blocklist of yours is screened beside the sanctions lists.',
  'lists.new': 'New list',
  'lists.source': 'Source (letters, digits and . _ : -)',
  'lists.updated': 'Changed',
  'lists.addEntries': 'Add entries',
  'lists.paste': 'One entry a line: name, date of birth, country; the last two may be left out',
  'lists.preview': '{good} entries, {bad} lines with mistakes',
  'lists.line': 'Line {line}: {problem}',
  'lists.noName': 'has no name',
  'lists.badDob': 'the date must be like 1980-02-29',
  'lists.badCountry': 'the country must be two letters',
  'lists.noEntries': 'The list is empty.',
  'lists.remove': 'Remove',
} as const;

export const t = textsOf(LISTS);
