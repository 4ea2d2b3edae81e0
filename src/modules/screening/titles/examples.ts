const EXAMPLE_ID = 'scr_01kf3vm9c4e6g8j0m2p4r6t8v0';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  titleScreening: {
    body: { title: 'Supplier of the tender, 2nd look' },
    data: { screeningId: EXAMPLE_ID, hasTitle: true },
  },
};
