import { lazy, Suspense, useState, type ReactNode } from 'react';
import { t } from '../texts/screens/decisions.ts';

const Lazy = lazy(async () => ({
  default: (await import('../screens/review/decisions-made.tsx')).DecisionsOf,
}));

/** Opens the decisions on a hit, which are read then: each with its reason and with what the machine had found. */
export function ShownDecisions({ id }: { id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('hit.decisions')}</summary>
      <Suspense>{isOpen && <Lazy id={id} />}</Suspense>
    </details>
  );
}
