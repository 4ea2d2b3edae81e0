import { PREFIX } from './prefix.ts';

type Listener = () => void;

/** The time between two attempts to reach the service. */
const PROBE_MS = 2000;

const listeners = new Set<Listener>();
let since: number | undefined;
let probing: number | undefined;
/** Changes that wait to be sent or for their answer, oldest first. */
let unsent: ReadonlyMap<object, string> = new Map();

function tell(): void {
  for (const listener of listeners) listener();
}

async function probe(): Promise<void> {
  probing = undefined;
  try {
    const { ok: isReady } = await fetch(`${PREFIX}/readyz`, { cache: 'no-store' });
    if (isReady) return note({ status: 200 });
  } catch {
    // The next attempt may succeed.
  }
  lost();
}

/** Records an answer. An answer of a proxy whose service is down does not count. */
export function note({ status }: { status: number }): void {
  if (status === 502 || status === 504) lost();
  else if (since !== undefined) {
    since = undefined;
    clearTimeout(probing);
    probing = undefined;
    tell();
  }
}

/** Notes that a request did not reach the service, and tries to reach it until it answers. */
export function lost(): void {
  probing ??= window.setTimeout(() => void probe(), PROBE_MS);
  if (since !== undefined) return;
  since = Date.now();
  tell();
}

export const reach = {
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Returns the time (ms) since which the service cannot be reached; undefined while it can. */
  lostSince: (): number | undefined => since,
  unsent: (): ReadonlyMap<object, string> => unsent,
};

/** Adds a change to those that wait to be sent. */
export function keepUnsent(change: object, text: string): void {
  unsent = new Map(unsent).set(change, text);
  tell();
}

/** Removes a change that was answered or withdrawn. */
export function dropUnsent(change: object): void {
  unsent = new Map([...unsent].filter(([one]) => one !== change));
  tell();
}

addEventListener('offline', lost);
addEventListener('online', () => void probe());
