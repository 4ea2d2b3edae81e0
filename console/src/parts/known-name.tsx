import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMe } from '../data/me.ts';
import { nameOf } from '../queries/names.ts';
import { Foreign } from './foreign.tsx';

/** The name of an object, with the id in the title. @param fallback shown while the name is unknown */
export function KnownName({
  id,
  isCustomer,
  fallback,
}: {
  id: string;
  isCustomer: boolean;
  fallback: ReactNode;
}): ReactNode {
  const { data: me } = useMe();
  const { data: name } = useQuery(nameOf(me, id, isCustomer));
  if (!name) return fallback;
  return (
    <span title={id}>
      <Foreign text={name} />
    </span>
  );
}
