import type { Verified } from '../verifier.ts';
import type { Held, ReplayEnd } from './store.ts';

/** Ends a replay before any provider is asked. */
export class Superseded extends Error {
  readonly by: string;
  constructor(by: string) {
    super('a later call got the answer');
    this.by = by;
  }
}

/** Ends a replay because its consent was withdrawn. */
export class Withdrawn extends Error {
  constructor() {
    super('the consent was withdrawn');
  }
}

/** A replay that has its answer, or has found a reason not to ask, and is not recorded yet. */
export type Replayed = { held: Held; outcome: Verified | Superseded | Withdrawn };

/** Returns the end of the dead letter; undefined if it waits again. */
export function endOf(outcome: Replayed['outcome']): ReplayEnd | undefined {
  if (outcome instanceof Superseded) return { status: 'superseded', by: outcome.by };
  if (outcome instanceof Withdrawn) return { status: 'discarded', by: null };
  const { status, id } = outcome.record;
  return status === 'provider_down' ? undefined : { status: 'replayed', by: id };
}
