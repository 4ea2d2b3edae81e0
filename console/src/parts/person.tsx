import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../data/client.ts';
import { mayRead, useMe } from '../data/me.ts';
import { Foreign } from './foreign.tsx';

const STALE_MS = 300_000;

/** The names of the organization's people, by their ids. */
async function namesOf(): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for await (const { id, name, email } of api.people.listMembers.each({ limit: 100 }))
    if (name ?? email) names[id] = (name ?? email)!;
  return names;
}

/** A person who did something: by name where the reader may know the organization's people, otherwise by id. */
export function Person({ id }: { id: string }): ReactNode {
  const { data: me } = useMe();
  const isMe = id === me?.id;
  const isKnown = me !== undefined && mayRead(me, 'members:manage');
  const { data: names = {} } = useQuery({
    queryKey: ['members', 'names'],
    queryFn: namesOf,
    enabled: isKnown && !isMe && id.startsWith('usr_'),
    staleTime: STALE_MS,
  });
  const name = isMe ? me.name : names[id];
  if (!name) return <span className="code">{id}</span>;
  return (
    <span title={id}>
      <Foreign text={name} />
    </span>
  );
}
