import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Foreign } from '../../parts/foreign.tsx';
import type { Case } from '../../queries/case.ts';

const Compared = lazy(async () => ({ default: (await import('./compared.tsx')).Compared }));

/** A hit by the name on the list. It opens in place: the customer next to the listed entity. */
export function HitCard({
  id,
  hit: { listedName },
}: {
  id: string;
  hit: NonNullable<Case['items'][number]['hit']>;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary title={id}>
        <Foreign text={listedName ?? id} />
      </summary>
      {isOpen && (
        <Suspense>
          <Compared id={id} />
        </Suspense>
      )}
    </details>
  );
}
