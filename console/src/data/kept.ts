import { useEffect, useState } from 'react';

/** The state of screens by its name. Sign-out loads the page again, so it does not outlive the session of a person. */
const kept = new Map<string, unknown>();

/** State that a screen finds again when the person comes back to it. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as Value) : initial));
  useEffect(() => {
    kept.set(name, value);
  }, [name, value]);
  return [value, setValue];
}
