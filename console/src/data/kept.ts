import { useEffect, useState } from 'react';

/** The state of screens by its name. Sign-out loads the page again, so it does not outlive the session of a person. */
const kept = new Map<string, unknown>();

/** The name of the text that the screen of customers searches. */
export const SOUGHT = 'customers sought';

const followers = new Map<string, Set<(value: never) => void>>();

/** Sets the state of a screen, whether it is open or not. */
export function keep<Value>(name: string, value: Value): void {
  kept.set(name, value);
  for (const follow of followers.get(name) ?? []) follow(value as never);
}

/** State that a screen finds again when the person comes back to it. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as Value) : initial));
  useEffect(() => {
    kept.set(name, value);
  }, [name, value]);
  useEffect(() => {
    const all = followers.get(name) ?? new Set();
    followers.set(name, all.add(setValue));
    return () => void all.delete(setValue);
  }, [name]);
  return [value, setValue];
}
