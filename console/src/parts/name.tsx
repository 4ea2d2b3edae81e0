import { Suspense, type ReactNode } from 'react';
import { later } from '../data/later.ts';
import { Foreign } from './foreign.tsx';

const KnownName = later(async () => (await import('./known-name.tsx')).KnownName);

/** An object by its name; by its id if the name is unknown, or the reader may not read it. */
export function Name({ id, isCustomer = false }: { id: string; isCustomer?: boolean }): ReactNode {
  const fallback = isCustomer ? <Foreign text={id} /> : <span className="code">{id}</span>;
  return (
    <Suspense fallback={fallback}>
      <KnownName id={id} isCustomer={isCustomer} fallback={fallback} />
    </Suspense>
  );
}
