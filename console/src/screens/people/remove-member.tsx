import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { mayRead, useMe } from '../../data/me.ts';
import { namedCell } from '../../parts/cells.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { keysOf } from '../../queries/people.ts';
import { t } from '../../texts/screens/people.ts';
import type { Member } from './members.tsx';

type Keys = NonNullable<Operations['removeMember']['input']['keys']>;

/** The question before a membership ends, with a choice for the keys that the person created. */
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
    ...keysOf(member.id),
    enabled: me !== undefined && mayRead(me, 'keys:manage'),
  });
  return (
    <Confirm
      title={t('members.remove')}
      name={member.name ?? member.id}
      text={t('members.removeWhy')}
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
          {namedCell(name, id)}
        </div>
      ))}
    </Confirm>
  );
}
