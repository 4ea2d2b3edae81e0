import { textsOf } from '../text.ts';

/** Texts of the form that imports a file into a global list. */
const IMPORT_LIST = {
  'importList.replaces':
    'The file replaces the entries of the list with this source. Oriki then screens every organization against it.',
  'importList.kind': 'Kind',
  'importList.source': 'Source: a unique name, such as ofac:sdn',
  'importList.name': 'Name',
  'importList.format': 'Format',
  'importList.mapping': 'other, with a mapping',
  'importList.mappingText': 'Mapping, as JSON',
  'importList.content': 'File',
  'importList.aliases': 'Alias file',
  'importList.addresses': 'Address file',
  'importList.comments': 'Extended remarks file',
  'importList.import': 'Import',
  'importList.importing': 'Importing the file',
  'importList.imported': 'The list now equals the file.',
  'importList.skipped': 'The list already has this file.',
  'importList.added': 'Added',
  'importList.changed': 'Changed',
  'importList.removed': 'Removed',
  'importList.unchanged': 'Unchanged',
  'importList.rejected': 'Rejected rows',
  'importList.omitted': 'Unreadable parts',
  'importList.readAs': 'Read as',
  'importList.line': 'Line {line}: {reason}',
  'importList.show': 'Open the list',
};

/** A text of this form, or of all screens. */
export const t = textsOf(IMPORT_LIST);
