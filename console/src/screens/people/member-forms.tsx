import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { all } from '../../parts/choice.tsx';
import { api } from '../../data/client.ts';
import { Checks } from '../../parts/checks.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { t } from '../../texts/screens/people.ts';
import type { Member } from './members.tsx';

type Role = Operations['changeMember']['input']['body']['roles'][number];

const ROLES = all<Role>({
  admin: true,
  analyst: true,
  reviewer: true,
  approver: true,
  privacy: true,
  developer: true,
  billing: true,
  auditor: true,
});

/** The form for an invitation, and then its address, with which one person becomes a member. */
export function Invite({ onClose }: { onClose: () => void }): ReactNode {
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const invited = useChange(
    () => api.people.createMemberInvitation({ body: { roles, ...(email !== '' && { email }) } }),
    [['invitations']],
  );
  if (invited.data)
    return <Secret text={invited.data.url} note={t('members.address')} onClose={onClose} />;
  return (
    <Form sending={invited} isReady={roles.length > 0} onCancel={onClose}>
      <Field
        label={t('members.emailHint')}
        type="email"
        value={email}
        onChange={setEmail}
        autoFocus
      />
      <Checks label={t('members.roles')} options={ROLES} value={roles} onChange={setRoles} />
      <p className="small quiet">{t('members.inviteHow')}</p>
    </Form>
  );
}

/** The window that changes the roles of a member; roles from groups of the identity provider stay. */
export function ChangeRoles({
  member,
  onClose,
}: {
  member: Member;
  onClose: () => void;
}): ReactNode {
  const [roles, setRoles] = useState(ROLES.filter((role) => member.roles.includes(role)));
  const changed = useChange(
    () => api.people.changeMember({ id: member.id, body: { roles } }),
    [['members'], ['me']],
    onClose,
  );
  return (
    <Window title={t('members.change')} isOpen onClose={onClose}>
      <Form sending={changed} isReady={roles.length > 0} onCancel={onClose}>
        <p>
          <Foreign text={member.name ?? member.id} />
        </p>
        <Checks label={t('members.roles')} options={ROLES} value={roles} onChange={setRoles} />
        {member.groupRoles.length > 0 && (
          <p className="small quiet">
            {t('members.byGroups', { roles: member.groupRoles.join(', ') })}
          </p>
        )}
      </Form>
    </Window>
  );
}
