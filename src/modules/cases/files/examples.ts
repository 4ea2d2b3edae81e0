import { EXAMPLE_FILE, EXAMPLE_SUMMARY } from '../examples.ts';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  attachCaseFile: {
    body: { name: EXAMPLE_FILE.name, contentType: EXAMPLE_FILE.contentType, base64: 'dGVzdA==' },
    data: { id: EXAMPLE_FILE.id, caseId: EXAMPLE_SUMMARY.id, size: EXAMPLE_FILE.size },
  },
  getCaseFile: { data: { ...EXAMPLE_FILE, base64: 'dGVzdA==' } },
  removeCaseFile: { data: EXAMPLE_SUMMARY },
};
