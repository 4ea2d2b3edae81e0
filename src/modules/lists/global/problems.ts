import type { Rejection } from '../import/types.ts';

const KEPT_PROBLEMS = 100;

/** Counts what could not be used and keeps the first of it: a file of another kind has one per line. */
export class Problems {
  count = 0;
  readonly kept: Rejection[] = [];
  readonly add = (rejection: Rejection): void => {
    this.count += 1;
    if (this.kept.length < KEPT_PROBLEMS) this.kept.push(rejection);
  };

  /** For the end of a message. */
  get first(): string {
    const [first] = this.kept;
    return first ? `; first, in line ${first.line}: ${first.reason}` : '';
  }
}
