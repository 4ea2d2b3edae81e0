import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Foreign } from '../../parts/foreign.tsx';
import type { Case } from '../../queries/case.ts';
import { t } from '../../texts/screens/cases.ts';
import { SideLabel } from './side-label.tsx';

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
        <SideLabel text={t('cases.listed')} /> <Foreign text={listedName ?? id} />
      </summary>
      {isOpen && (
        <Suspense>
          <Compared id={id} />
        </Suspense>
      )}
    </details>
  );
}
