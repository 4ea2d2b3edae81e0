import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../data/me.ts';
import { addressOf } from '../ids.ts';
import { sectionsFor } from '../sections.ts';
import { Name } from './name.tsx';
import { Person } from './person.tsx';

/** An id as a link to its screen, if the person may see that screen. */
export function IdLink({
  id,
  isCustomer = false,
}: {
  id: string;
  /** True if an id of the organization is the id of a customer. */
  isCustomer?: boolean;
}): ReactNode {
  const { data: me } = useMe();
  const address = me && addressOf(id, sectionsFor(me));
  const isOfCustomer = address?.to.startsWith('/subjects/') ?? false;
  if (!address || (isOfCustomer && !isCustomer)) return <Person id={id} />;
  return (
    <Link {...address}>{isOfCustomer ? <Name id={id} isCustomer /> : <Person id={id} />}</Link>
  );
}
