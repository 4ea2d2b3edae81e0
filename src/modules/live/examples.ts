/** The examples of the routes, by operation. */
export const EXAMPLES = {
  streamChanges: {
    data: {
      reset: {},
      changed: { changes: [{ kind: 'case', ids: ['case_01kf3w4h6j8k0m2n4p6q8r0s2t'] }] },
    },
  },
};
