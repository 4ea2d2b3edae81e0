/** Resolved when the page begins to load the code that the first view does not need. */
export const restBegun = Promise.withResolvers<void>();
