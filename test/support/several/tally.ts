/** A promise, how often it was looked at, and what was not as promised. */
export type Check = { promise: string; observations: number; violations: string[] };

/** Violations that are kept of one promise. */
const KEPT = 20;

export class Tally {
  readonly #checks = new Map<string, Check>();
  /** The deeds of the load, for whoever reads the report. */
  readonly notes: string[] = [];

  /** Names a promise, so that it is in the report although nothing was observed: that is a failure, too. */
  expects(...promises: string[]): void {
    for (const promise of promises) this.#of(promise);
  }

  /** That the promise was kept `times` times. */
  kept(promise: string, times = 1): void {
    this.#of(promise).observations += times;
  }

  /** Counts an observation, and keeps `what` if the promise was broken. */
  check(promise: string, isKept: boolean, what: () => string): void {
    const check = this.#of(promise);
    check.observations += 1;
    if (!isKept && check.violations.length < KEPT) check.violations.push(what());
  }

  broken(promise: string, what: string): void {
    this.check(promise, false, () => what);
  }

  note(text: string): void {
    this.notes.push(text);
  }

  get checks(): Check[] {
    return [...this.#checks.values()];
  }

  /** A line of each promise that was broken, or that nothing was seen of. */
  get problems(): string[] {
    return this.checks.flatMap(({ promise, observations, violations }) =>
      observations === 0
        ? [`${promise}: nothing was observed`]
        : violations.map((what) => `${promise}: ${what}`),
    );
  }

  #of(promise: string): Check {
    const check = this.#checks.get(promise) ?? { promise, observations: 0, violations: [] };
    this.#checks.set(promise, check);
    return check;
  }
}
