import { useEffect, useState, useSyncExternalStore } from 'react';

/** The state of screens, by name. Signing out loads the page again, so the state ends with the session. */
const kept = new Map<string, unknown>();

/** Returns state that a screen restores when the person returns to it. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as Value) : initial));
  useEffect(() => {
    kept.set(name, value);
  }, [name, value]);
  return [value, setValue];
}

let sought = '';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the text of a search for customers. It may be a name, so it is only in memory. */
export function setSought(text: string): void {
  sought = text;
  for (const listener of listeners) listener();
}

/** Returns the text of the last search for customers. The screen restores it when the person returns. */
export function useSought(): string {
  return useSyncExternalStore(subscribe, () => sought);
}
