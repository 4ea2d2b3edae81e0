import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../data/client.ts';
import { mayRead, useMe } from '../data/me.ts';
import { Foreign } from './foreign.tsx';

const STALE_MS = 300_000;
/** Somebody who is not among the names may have joined since they were read. */
const UNKNOWN_STALE_MS = 60_000;

/** The names of people who are, or were, members of the organization, by their ids; e-mail addresses for those without one. */
async function namesOf(mayManage: boolean): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  let isWhole = true;
  for await (const { id, name } of api.people.listMemberNames.each({ limit: 100 }))
    if (name) names[id] = name;
    else isWhole = false;
  if (mayManage && !isWhole)
    for await (const { id, email } of api.people.listMembers.each({ limit: 100 }))
      if (email) names[id] ??= email;
  return names;
}

/** A person who did something: by name where the reader may know those who work on cases, otherwise by id. */
export function Person({ id }: { id: string }): ReactNode {
  const { data: me } = useMe();
  const isMe = id === me?.id;
  const mayKnow = me !== undefined && mayRead(me, 'cases:manage');
  const mayManage = me !== undefined && mayRead(me, 'members:manage');
  const { data: names = {} } = useQuery({
    queryKey: ['members', 'names', mayManage],
    queryFn: () => namesOf(mayManage),
    enabled: mayKnow && !isMe && id.startsWith('usr_'),
    staleTime: ({ state: { data } }) => (data && !data[id] ? UNKNOWN_STALE_MS : STALE_MS),
  });
  const name = isMe ? me.name : names[id];
  if (!name) return <span className="code">{id}</span>;
  return (
    <span title={id}>
      <Foreign text={name} />
    </span>
  );
}
