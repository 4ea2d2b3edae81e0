/** The minimum width of fields for names. A shorter name is not cut off. */
export const NARROWEST_FIELD = 15;
