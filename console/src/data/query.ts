import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './client.ts';

type Listener = () => void;
/** Something that is so or not, as this page has learned it. */
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

/** The session has ended; what is on the page stays, drafts included. */
export const sessionEnd: Flag = makeFlag();
/** The person has ended it: nothing stays. */
export const signedOut: Flag = makeFlag();

/** Sends what waits to be sent, before the session ends. The answer is false if something was not taken. */
export const beforeSignOut: { run: () => Promise<boolean> } = { run: () => Promise.resolve(true) };

/** Learns from an error of the service that the session has ended. */
export function notice(error: unknown): void {
  if (isSignedOut(error) && !signedOut.get()) sessionEnd.set(true);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    // The client repeats by itself what may be repeated.
    queries: { staleTime: 5000, retry: false },
    mutations: { retry: false },
  },
});
