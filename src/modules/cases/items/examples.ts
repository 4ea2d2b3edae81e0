import { EXAMPLE_HIT_ID, EXAMPLE_SUMMARY } from '../examples.ts';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  addCaseItems: {
    body: { ids: [EXAMPLE_HIT_ID] },
    data: { ...EXAMPLE_SUMMARY, added: [EXAMPLE_HIT_ID] },
  },
  removeCaseItem: { data: EXAMPLE_SUMMARY },
};
