import { useSyncExternalStore } from 'react';

let sought = '';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the text for which customers are searched. It may be a name, so it is only in memory. */
export function setSought(text: string): void {
  sought = text;
  for (const listener of listeners) listener();
}

/** The text for which customers are searched. The screen restores it when the person returns. */
export function useSought(): string {
  return useSyncExternalStore(subscribe, () => sought);
}
