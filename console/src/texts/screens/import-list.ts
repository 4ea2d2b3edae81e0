import { textsOf } from '../text.ts';

/** Texts of the form that imports a file into a global list. */
const IMPORT_LIST = {
  'importList.replaces':
    'The file replaces what the list of this source has. Every organization is screened against it from then on.',
  'importList.kind': 'Kind',
  'importList.source': 'Source: an id of your choice, such as ofac:sdn',
  'importList.name': 'Name',
  'importList.format': 'Format',
  'importList.mapping': 'another, by a mapping',
  'importList.mappingText': 'Mapping, as JSON',
  'importList.content': 'File',
  'importList.aliases': 'File of aliases',
  'importList.addresses': 'File of addresses',
  'importList.comments': 'File of longer remarks',
  'importList.import': 'Import',
  'importList.importing': 'The file is imported',
  'importList.imported': 'The list is what the file says.',
  'importList.skipped': 'The list has this file already.',
  'importList.added': 'Added',
  'importList.changed': 'Changed',
  'importList.removed': 'Removed',
  'importList.unchanged': 'Unchanged',
  'importList.rejected': 'Refused rows',
  'importList.omitted': 'Parts that could not be read',
  'importList.readAs': 'Read as',
  'importList.line': 'Line {line}: {reason}',
  'importList.show': 'Show the list',
};

/** A text of this form, or of all screens. */
export const t = textsOf(IMPORT_LIST);
