import { useEffect, useSyncExternalStore } from 'react';

type Listener = () => void;

const listeners = new Set<Listener>();
let current = '';

function replace(text: string): void {
  current = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: Listener): Listener {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts the object of a screen into the title of the document. It must not be the name of a person. */
export function useTitle(name: string | null | undefined): void {
  useEffect(() => {
    replace(name ?? '');
    return () => replace('');
  }, [name]);
}

/** Returns the name of the object that the screen shows; empty for none. */
export function useNamed(): string {
  return useSyncExternalStore(subscribe, () => current);
}
