import { EXAMPLE_ASKED, EXAMPLE_LISTS, exampleHead, exampleHits } from '../screen/examples.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE_ID = 'scr_01kf3vm9c4e6g8j0m2p4r6t8v0';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listScreenings: {
    query: { outcome: 'block' },
    data: examplePage({
      ...exampleHead,
      subjectId: null,
      title: null,
      query: EXAMPLE_ASKED,
      hitCount: 2,
    }),
  },
  getScreening: {
    data: {
      ...exampleHead,
      subjectId: null,
      title: 'Supplier of the tender, 2nd look',
      query: EXAMPLE_ASKED,
      lists: EXAMPLE_LISTS,
      hits: exampleHits,
    },
  },
  titleScreening: {
    body: { title: 'Supplier of the tender, 2nd look' },
    data: { screeningId: EXAMPLE_ID, hasTitle: true },
  },
};
