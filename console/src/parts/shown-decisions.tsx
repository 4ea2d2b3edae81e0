import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import { t } from '../texts/screens/decisions.ts';
import { printing } from './printing.ts';

const Lazy = lazy(async () => ({
  default: (await import('../screens/review/decisions-made.tsx')).DecisionsOf,
}));

/**
 * Reads the decisions on a hit when a person opens them: each with its reason and the service's findings at that time.
 * A print shows all.
 */
export function ShownDecisions({ id }: { id: string }): ReactNode {
  const [wasOpened, setOpened] = useState(false);
  const isPrinted = useSyncExternalStore(printing.subscribe, printing.get);
  const isOpen = wasOpened || isPrinted;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => !isPrinted && setOpened(currentTarget.open)}
    >
      <summary>{t('hit.decisions')}</summary>
      <Suspense>{isOpen && <Lazy id={id} />}</Suspense>
    </details>
  );
}
