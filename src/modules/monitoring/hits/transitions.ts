import { isStricter } from './measures.ts';
import type { ClosedBecause, Decision, HitStatus, ReopenedBecause } from './schemas.ts';

/** Both sides of the comparison: hashes of the subject's fields and of the entry's content, in hex. */
export type Pair = { subject: string; entry: string };

/** The last decision that no later change has replaced, and the pair that it concerned. */
type Standing = {
  decision: Decision;
  pair: Pair;
  /** Programmes and topics of the entry; null in decisions that are older than these fields. */
  measures: string[] | null;
};

export type HitState = {
  status: HitStatus;
  /** Null after the subject was deleted. */
  pair: Pair | null;
  standing: Standing | null;
  reopenedBecause: ReopenedBecause | null;
  closedBecause: ClosedBecause | null;
};

function samePair(a: Pair, b: Pair): boolean {
  return a.subject === b.subject && a.entry === b.entry;
}

/** Returns the reason why the pair is a hit again. If both sides are unchanged, the cause of its closing was undone. */
function reopenedBecauseOf(
  { pair, standing, closedBecause }: HitState,
  now: Pair,
): ReopenedBecause {
  const before = standing?.pair ?? pair;
  if (!before || samePair(before, now))
    return closedBecause === 'entry_changed' ? 'entry_changed' : 'subject_changed';
  if (before.entry === now.entry) return 'subject_changed';
  return before.subject === now.subject ? 'entry_changed' : 'both_changed';
}

/**
 * Marks a pair as a hit. A decision applies as long as the pair is unchanged; otherwise a decided or closed hit opens
 * again. It also opens again if the list now takes more measures than at the decision.
 * @param state undefined if the pair was never a hit
 * @param measures of the entry now
 * @returns the new state, and whether it has opened
 */
export function markAsHit(
  state: HitState | undefined,
  pair: Pair,
  measures: string[],
): { state: HitState; raised: boolean } {
  const open = { status: 'open', pair, standing: null, closedBecause: null } as const;
  if (!state) return { state: { ...open, reopenedBecause: null }, raised: true };
  const { standing } = state;
  if (standing && samePair(standing.pair, pair)) {
    if (isStricter(measures, standing.measures))
      return { state: { ...open, reopenedBecause: 'entry_changed' }, raised: true };
    const kept = { ...standing, measures: standing.measures ?? measures };
    return {
      state: { ...state, status: standing.decision, pair, standing: kept, closedBecause: null },
      raised: false,
    };
  }
  if (state.status === 'open') return { state: { ...state, pair }, raised: false };
  return { state: { ...open, reopenedBecause: reopenedBecauseOf(state, pair) }, raised: true };
}

/** Marks a pair as no longer a hit. The decision is kept in case the same pair returns. */
export function closedAsGone(state: HitState, because: ClosedBecause): HitState {
  if (state.status === 'closed') return state;
  return { ...state, status: 'closed', closedBecause: because };
}

/**
 * Joins the hits of a subject on an entry and on one merged into it. An open hit stays open until the pair is
 * compared; of two decisions the one for a true match counts.
 * @param gone hit on the merged entry, not closed
 */
export function withMerged(state: HitState, gone: HitState): HitState {
  if (state.status === 'open') return state;
  if (gone.status === 'open')
    return { ...state, status: 'closed', standing: null, closedBecause: 'entry_changed' };
  const isStronger = gone.status === 'true_match' && state.status === 'false_positive';
  return state.status === 'closed' || isStronger ? gone : state;
}

/** @returns undefined for a closed hit, which cannot be decided */
export function decided(
  state: HitState,
  decision: Decision,
  measures: string[],
): HitState | undefined {
  if (state.status === 'closed' || !state.pair) return undefined;
  return { ...state, status: decision, standing: { decision, pair: state.pair, measures } };
}
