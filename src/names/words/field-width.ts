/** Fields for names have at least so many characters, so that a shorter name is not cut off. */
export const NARROWEST_FIELD = 15;
