import { useEffect, useState } from 'react';

/** The state of screens, by name. Signing out loads the page again, so the state ends with the session. */
const kept = new Map<string, unknown>();

/** State that a screen finds again when the person comes back to it. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as Value) : initial));
  useEffect(() => {
    kept.set(name, value);
  }, [name, value]);
  return [value, setValue];
}
