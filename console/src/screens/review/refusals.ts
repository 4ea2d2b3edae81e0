import { useSyncExternalStore } from 'react';
import type { Hit } from '../../queries/review.ts';
import type { Verdict } from './decision.ts';

/** A rejected decision: the verdict, its hit, and the error. */
export type Refusal = { hit: Hit; verdict: Verdict; error: unknown };

let refusals: readonly Refusal[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly Refusal[]): void {
  refusals = next;
  for (const listener of listeners) listener();
}

/** Keeps a refusal until the person has seen it, on any screen. */
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

/** The rejected decisions, oldest first. */
export function useRefusals(): readonly Refusal[] {
  return useSyncExternalStore(subscribe, () => refusals);
}
