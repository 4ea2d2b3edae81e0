const CONTENT = 'name,dob,country\nAdaeze Okonkwo,1980-02-29,NG\n';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  previewScreeningEntries: {
    body: { content: CONTENT },
    data: {
      rows: 1,
      entries: 1,
      invalidRows: 0,
      problems: [],
      duplicateEntries: 1,
      duplicates: [{ line: 2, name: 'Adaeze Okonkwo', ofLine: null }],
      sample: [{ line: 2, name: 'Adaeze Okonkwo', dob: '1980-02-29', country: 'NG' }],
      sharedIds: [],
      readAs: { encoding: 'utf-8', delimiter: 'comma', dateFormat: null, warnings: [] },
      columns: ['name', 'dob', 'country'],
    },
  },
  importScreeningEntries: {
    body: { content: CONTENT, leaveOutDuplicates: true },
    data: { added: 1, leftOut: 0, sharedIds: [] },
  },
};
