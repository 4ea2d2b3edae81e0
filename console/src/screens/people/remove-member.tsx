import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { mayRead, useMe } from '../../data/me.ts';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { t } from '../../texts/screens/people.ts';
import type { Key } from './keys.tsx';
import type { Member } from './members.tsx';

type Keys = NonNullable<Operations['removeMember']['input']['keys']>;

/** All keys in use that a person made. */
async function keysInUse(userId: string, signal: AbortSignal): Promise<Key[]> {
  const made: Key[] = [];
  let place: { cursor?: string } | undefined = {};
  while (place) {
    const { items, nextCursor } = await api.keys.list(
      { active: true, limit: 100, ...place },
      { signal },
    );
    made.push(...items.filter(({ madeBy }: Key) => madeBy === userId));
    place = nextCursor === null ? undefined : { cursor: nextCursor };
  }
  return made;
}

/** Ends a membership, and asks what becomes of the keys that the person made. */
export function RemoveMember({
  member,
  onClose,
}: {
  member: Member;
  onClose: () => void;
}): ReactNode {
  const { data: me } = useMe();
  const [keys, setKeys] = useState<Keys>('keep');
  const { data: made = [] } = useQuery({
    queryKey: ['keys', 'made by', member.id],
    queryFn: ({ signal }) => keysInUse(member.id, signal),
    enabled: me !== undefined && mayRead(me, 'keys:manage'),
  });
  return (
    <Confirm
      title={t('members.remove')}
      text={
        <>
          <Foreign text={member.name ?? member.id} />: {t('members.removeWhy')}
        </>
      }
      run={() => api.people.removeMember({ id: member.id, keys })}
      stale={[['members'], ['invitations'], ['keys']]}
      onClose={onClose}
    >
      <Choice
        label={t('members.keys')}
        options={[
          { id: 'keep', text: t('members.keysKeep') },
          { id: 'revoke', text: t('members.keysRevoke') },
        ]}
        value={keys}
        onChange={setKeys}
      />
      {made.map(({ id, name }) => (
        <div key={id} className="small">
          <Foreign text={name} /> <span className="quiet code">{id}</span>
        </div>
      ))}
    </Confirm>
  );
}
