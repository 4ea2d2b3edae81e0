/** Limits for the hits of one request. */
import { ApiError } from '../../../platform/errors/index.ts';
import { MAX_HITS } from './schemas.ts';

export type Caps = {
  /** The maximum number of hits for one subject, and for all together. */
  each: number;
  all: number;
  /** Field of a subject's name, for the error about a name that takes too much work. */
  nameAt?: (index: number) => string;
  /** If set, it is called instead of throwing that error: this subject gets no verdict, and the others are screened. */
  passOver?: (index: number) => void;
};

/** Each hit may have kilobytes: more hits would make an answer of hundreds of megabytes. */
export const CAPS: Caps = { each: MAX_HITS, all: 20_000 };

export function tooManyHits(most: number): ApiError {
  const message = `more than ${most} hits in one request: lower the limit, or ask for fewer names at a time`;
  return new ApiError('CONFLICT', message);
}
