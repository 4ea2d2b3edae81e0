import { flushSync } from 'react-dom';
import { queryClient } from '../data/query.ts';

/** The longest wait of a print for parts of the page. */
const LONGEST_MS = 30_000;
const STEP_MS = 50;

let isPrinting = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  isPrinting = value;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

/** True during a print, which opens the parts of the page that are read on demand. */
export const printing = {
  get: (): boolean => isPrinting,
  subscribe(this: void, listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** True while an open part has only its title, or is being read. */
function isBusy(): boolean {
  const isEmpty = document.querySelector('details[open] > summary:only-child') !== null;
  return isEmpty || queryClient.isFetching({ queryKey: ['hit'] }) > 0;
}

/** Opens all parts of the page, waits until they are read, and prints. */
export async function printAll(): Promise<void> {
  set(true);
  const end = Date.now() + LONGEST_MS;
  // A part whose code has just loaded begins to read a moment later.
  for (let quiet = 0; quiet < 2 && Date.now() < end; quiet = isBusy() ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  print();
  set(false);
}
