import { textsOf } from '../text.ts';

/** Texts of the fields of a range of time. */
const RANGE = {
  'range.from': 'From',
  'range.to': 'Before',
} as const;

export const t = textsOf(RANGE);
