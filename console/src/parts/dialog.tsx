import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import type { OpenWindow } from './open-window.tsx';

// Loaded on demand, because no screen begins with a dialog.
const Lazy = lazy(async () => ({ default: (await import('./open-window.tsx')).OpenWindow }));

/** A dialog; Escape closes it unless it must be answered, and focus goes back to where it was. */
export function Window({
  isOpen,
  ...props
}: ComponentProps<typeof OpenWindow> & { isOpen: boolean }): ReactNode {
  return <Suspense>{isOpen && <Lazy {...props} />}</Suspense>;
}
