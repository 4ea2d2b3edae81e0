import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { INVITATIONS } from '../../queries/people.ts';
import { t } from '../../texts/screens/people.ts';

type Invitation = Operations['listMemberInvitations']['data']['items'][number];

const COLUMNS: Column<Invitation>[] = [
  { id: 'email', title: t('members.email'), cell: ({ email }) => textCell(email) },
  { id: 'roles', title: t('members.roles'), cell: ({ roles }) => roles.join(', ') },
  { id: 'until', title: t('approvals.until'), cell: ({ expiresAt }) => timeCell(expiresAt) },
];

/** The open invitations. */
export function Invitations({ mayEdit }: { mayEdit: boolean }): ReactNode {
  return (
    <ListSection<Invitation, 'takeBack'>
      title={t('members.invitations')}
      columns={COLUMNS}
      list={useList(INVITATIONS)}
      empty={t('members.noInvitations')}
      actions={
        mayEdit && {
          of: () => ['takeBack'],
          textOf: () => t('members.takeBack'),
          open: (_, { id, email }, onClose) => (
            <Confirm
              title={t('members.takeBack')}
              name={email ?? id}
              text={t('members.takeBackWhy')}
              run={() => api.people.revokeMemberInvitation({ id })}
              stale={[['invitations']]}
              onClose={onClose}
            />
          ),
        }
      }
    />
  );
}
