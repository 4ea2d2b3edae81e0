import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../data/me.ts';
import { addressOf } from '../ids.ts';
import { sectionsFor } from '../sections.ts';
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
  if (!address || (address.to.startsWith('/subjects/') && !isCustomer)) return <Person id={id} />;
  return (
    <Link {...address}>
      <Person id={id} />
    </Link>
  );
}
