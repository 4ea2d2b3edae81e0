import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { mayRead, useMe } from '../data/me.ts';
import { memberNames } from '../queries/session.ts';
import { Foreign } from './foreign.tsx';
import { later } from './later.tsx';
import { Link } from '@tanstack/react-router';
import { addressOf } from '../ids.ts';
import { sectionsFor } from '../sections.ts';

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

/** A person, or a key that acts for one, by name if the reader may see it, otherwise by id. */
export function Person({ id }: { id: string }): ReactNode {
  const { data: me } = useMe();
  const isMe = id === me?.id;
  const isMember = id.startsWith('usr_') && me?.organization !== null;
  const mayKnow = me !== undefined && mayRead(me, 'cases:manage');
  const mayManage = me !== undefined && mayRead(me, 'members:manage');
  const { data: names = {} } = useQuery({
    ...memberNames(id, mayManage),
    enabled: mayKnow && !isMe && isMember,
  });
  const name = isMe ? me.name : names[id];
  if (name)
    return (
      <span title={id}>
        <Foreign text={name} />
      </span>
    );
  return isMe || isMember ? <span className="code">{id}</span> : <Name id={id} />;
}

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
