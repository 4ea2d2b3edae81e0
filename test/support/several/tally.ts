/** A promise, the number of its observations, and its violations. */
export type Check = { promise: string; observations: number; violations: string[] };

/** The maximum number of stored violations of one promise. */
const KEPT = 20;

export class Tally {
  readonly #checks = new Map<string, Check>();
  /** The work of the load, for readers of the report. */
  readonly notes: string[] = [];

  /** Names a promise, so that the report contains it even without observations, which are then a failure. */
  expects(...promises: string[]): void {
    for (const promise of promises) this.#of(promise);
  }

  /** Counts `times` observations of a kept promise. */
  kept(promise: string, times = 1): void {
    this.#of(promise).observations += times;
  }

  /** Counts an observation, and stores `what` if the promise was broken. */
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

  /** Returns a line for each promise that was broken or never observed. */
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
