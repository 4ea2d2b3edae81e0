import { useSyncExternalStore } from 'react';
import type { Hit, Verdict } from './decision.ts';

/** A decision that did not become one: what somebody had decided, of which hit, and why it was not taken. */
export type Refusal = { hit: Hit; verdict: Verdict; error: unknown };

let refusals: readonly Refusal[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly Refusal[]): void {
  refusals = next;
  for (const listener of listeners) listener();
}

/** Keeps a refusal until somebody has seen it, whatever screen they are at when it arrives. */
export function keepRefusal(refusal: Refusal): void {
  replace([...refusals.filter(({ hit }) => hit.id !== refusal.hit.id), refusal]);
}

export function forgetRefusals(): void {
  replace([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The decisions that were refused, oldest first. */
export function useRefusals(): readonly Refusal[] {
  return useSyncExternalStore(subscribe, () => refusals);
}
