import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './client.ts';

type Listener = () => void;
/** A boolean that this page learns, with its listeners. */
type Flag = {
  subscribe: (listener: Listener) => Listener;
  get: () => boolean;
  set: (value: boolean) => void;
};

function makeFlag(): Flag {
  const listeners = new Set<Listener>();
  let current = false;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}

/** True after the session has ended. The page keeps its content, including drafts. */
export const sessionEnd: Flag = makeFlag();
/** True after the person has signed out. The page keeps nothing. */
export const signedOut: Flag = makeFlag();

/** Sends waiting decisions before a sign-out. The promise is false if one of them was rejected. */
export const beforeSignOut: { run: () => Promise<boolean> } = { run: () => Promise.resolve(true) };

/** Sets `sessionEnd` if an error of the service reports the end of the session. */
export function notice(error: unknown): void {
  if (isSignedOut(error) && !signedOut.get()) sessionEnd.set(true);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    // The client already repeats requests that are safe to repeat.
    queries: { staleTime: 5000, retry: false },
    mutations: { retry: false },
  },
});
