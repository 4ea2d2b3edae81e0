import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead, useMe } from '../data/me.ts';
import { memberNames } from '../queries/session.ts';
import { Foreign } from './foreign.tsx';

/** A person by name if the reader may see the names of members, otherwise by id. */
export function Person({ id }: { id: string }): ReactNode {
  const { data: me } = useMe();
  const isMe = id === me?.id;
  const mayKnow = me !== undefined && mayRead(me, 'cases:manage');
  const mayManage = me !== undefined && mayRead(me, 'members:manage');
  const { data: names = {} } = useQuery({
    ...memberNames(id, mayManage),
    enabled: mayKnow && !isMe && id.startsWith('usr_'),
  });
  const name = isMe ? me.name : names[id];
  if (!name) return <span className="code">{id}</span>;
  return (
    <span title={id}>
      <Foreign text={name} />
    </span>
  );
}
