import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, mayRead, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/people.ts';
import { Invitations } from './invitations.tsx';
import { Issuers } from './issuers.tsx';
import { ChangeRoles, Invite } from './member-forms.tsx';
import { RemoveMember } from './remove-member.tsx';

export type Member = Operations['listMembers']['data']['items'][number];

const COLUMNS: Column<Member>[] = [
  {
    id: 'person',
    title: t('members.person'),
    cell: ({ id, name, email }) => (
      <>
        <Foreign text={name ?? email ?? ''} /> <span className="quiet small code">{id}</span>
      </>
    ),
  },
  {
    id: 'roles',
    title: t('members.roles'),
    cell: ({ roles, groupRoles }) => [...new Set([...roles, ...groupRoles])].join(', '),
  },
  { id: 'since', title: t('members.since'), cell: ({ createdAt }) => <Time at={createdAt} /> },
];

type Doing = { what: 'invite' } | { what: 'change' | 'remove'; member: Member };

/** The people of the organization, the invitations that nobody has accepted yet, and where people sign in. */
export function Members(): ReactNode {
  const { data: me } = useMe();
  const [doing, setDoing] = useState<Doing>();
  const list = useList<Member>(
    ['members'],
    ({ id }) => id,
    (place, signal) => api.people.listMembers({ limit: 100, ...place }, { signal }),
  );
  const mayEdit = me !== undefined && mayChange(me, 'members:manage');
  const stop = (): void => setDoing(undefined);
  const columns = [...COLUMNS];
  if (mayEdit)
    columns.push({
      id: 'actions',
      title: t('app.actions'),
      cell: (member) => (
        <RowActions
          id={member.id}
          actions={['change', 'remove'] as const}
          textOf={(what) => t(`members.${what}`)}
          onPress={(what) => setDoing({ what, member })}
        />
      ),
    });
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('members.title')}</h1>
        {mayEdit && (
          <PlainButton look="primary" onPress={() => setDoing({ what: 'invite' })}>
            {t('members.invite')}
          </PlainButton>
        )}
      </div>
      <Table label={t('members.title')} columns={columns} list={list} empty={t('members.empty')} />
      <Invitations mayEdit={mayEdit} />
      {me && mayRead(me, 'signin:manage') && <Issuers mayEdit={mayChange(me, 'signin:manage')} />}
      {doing?.what === 'invite' && <Invite onClose={stop} />}
      {doing?.what === 'change' && <ChangeRoles member={doing.member} onClose={stop} />}
      {doing?.what === 'remove' && <RemoveMember member={doing.member} onClose={stop} />}
    </div>
  );
}
