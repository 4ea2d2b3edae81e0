import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { mayChange, mayRead, useMayChange, useMe } from '../../data/me.ts';
import { PREFIX } from '../../data/prefix.ts';
import { signInAddress } from '../../data/organization.ts';
import { namedCell, timeCell } from '../../parts/cells.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { MEMBERS } from '../../queries/people.ts';
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
    cell: ({ id, name, email }) => namedCell(name ?? email ?? '', id),
  },
  {
    id: 'roles',
    title: t('members.roles'),
    cell: ({ roles, groupRoles }) => [...new Set([...roles, ...groupRoles])].join(', '),
  },
  { id: 'since', title: t('members.since'), cell: ({ createdAt }) => timeCell(createdAt) },
];

/** The people of the organization, open invitations, and the identity providers where people sign in. */
export function Members(): ReactNode {
  const { data: me } = useMe();
  const mayEdit = useMayChange('members:manage');
  const list = useList(MEMBERS);
  return (
    <div className="stack">
      <ListScreen<Member, 'change' | 'remove'>
        title={t('members.title')}
        columns={COLUMNS}
        list={list}
        empty={t('members.empty')}
        create={
          mayEdit && {
            text: t('members.invite'),
            form: (onClose) => <Invite onClose={onClose} />,
          }
        }
        actions={
          mayEdit && {
            of: () => ['change', 'remove'],
            textOf: (what) => t(`members.${what}`),
            open: (what, member, onClose) =>
              what === 'change' ? (
                <ChangeRoles member={member} onClose={onClose} />
              ) : (
                <RemoveMember member={member} onClose={onClose} />
              ),
          }
        }
      >
        {me?.organization && <SignInAddress id={me.organization.id} />}
      </ListScreen>
      {/* The rows above would move them. */}
      {!list.query.isPending && (
        <>
          <Invitations mayEdit={mayEdit} />
          {me && mayRead(me, 'signin:manage') && (
            <Issuers mayEdit={mayChange(me, 'signin:manage')} />
          )}
        </>
      )}
    </div>
  );
}

/** The address at which the organization's people sign in with a new browser. */
function SignInAddress({ id }: { id: string }): ReactNode {
  const address = signInAddress(location.origin + PREFIX, id);
  return (
    <div className="toolbar small">
      <span className="quiet">{t('members.signInAddress')}</span>
      <span className="code">{address}</span>
      <CopyButton text={address} />
    </div>
  );
}
