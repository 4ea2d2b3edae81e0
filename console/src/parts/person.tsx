import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead, useMe } from '../data/me.ts';
import { memberNames } from '../queries/session.ts';
import { Foreign } from './foreign.tsx';
import { Name } from './name.tsx';

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
