import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/people.ts';

type Invitation = Operations['listMemberInvitations']['data']['items'][number];

const COLUMNS: Column<Invitation>[] = [
  {
    id: 'email',
    title: t('members.email'),
    cell: ({ email }) => (email === null ? '–' : <Foreign text={email} />),
  },
  { id: 'roles', title: t('members.roles'), cell: ({ roles }) => roles.join(', ') },
  { id: 'until', title: t('approvals.until'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
];

/** The invitations that nobody has accepted yet. */
export function Invitations({ mayEdit }: { mayEdit: boolean }): ReactNode {
  const list = useList<Invitation>(
    ['invitations'],
    ({ id }) => id,
    (place, signal) => api.people.listMemberInvitations({ limit: 100, ...place }, { signal }),
  );
  const [revoked, setRevoked] = useState<Invitation>();
  const columns = [...COLUMNS];
  if (mayEdit)
    columns.push({
      id: 'actions',
      title: t('app.actions'),
      cell: (invitation) => (
        <PlainButton
          look="quiet"
          aria-label={`${t('members.takeBack')}: ${invitation.id}`}
          onPress={() => setRevoked(invitation)}
        >
          {t('members.takeBack')}
        </PlainButton>
      ),
    });
  return (
    <section className="stack-close">
      <h2>{t('members.invitations')}</h2>
      <Table
        label={t('members.invitations')}
        columns={columns}
        list={list}
        empty={t('members.noInvitations')}
      />
      {revoked && (
        <Confirm
          title={t('members.takeBack')}
          text={
            <>
              <Foreign text={revoked.email ?? revoked.id} />: {t('members.takeBackWhy')}
            </>
          }
          run={() => api.people.revokeMemberInvitation({ id: revoked.id })}
          stale={[['invitations']]}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </section>
  );
}
