/** Bounds of the hits of one request. */
import { ApiError } from '../../../platform/errors/index.ts';
import { MAX_HITS } from './schemas.ts';

export type Caps = {
  /** The most hits that a subject, and all of them together, may get. */
  each: number;
  all: number;
  /** The field of a subject's name: for the error about one that takes too much work. */
  nameAt?: (index: number) => string;
  /** Called in place of that error; the others are screened, and this subject has no verdict. */
  passOver?: (index: number) => void;
};

/** Every hit may have kilobytes: more of them would make an answer of hundreds of megabytes. */
export const CAPS: Caps = { each: MAX_HITS, all: 20_000 };

export function tooManyHits(most: number): ApiError {
  const message = `more than ${most} hits in one request: lower the limit, or ask for fewer names at a time`;
  return new ApiError('CONFLICT', message);
}
