import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { instantOf } from '../../parts/range-fields.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/permissions.ts';
import { linesOf, useCapabilities } from '../../queries/permissions.ts';
import type { Role } from './columns.tsx';
import type { Ways } from './trial.ts';

/** The form of a role: name, capabilities, and parent roles. */
export function RoleForm({
  role,
  onTry,
  onSaved,
  onClose,
}: {
  role: Role | undefined;
} & Ways): ReactNode {
  const [name, setName] = useState(role?.name ?? '');
  const [capabilities, setCapabilities] = useState(role?.capabilities.join('\n') ?? '');
  const [inherits, setInherits] = useState(role?.inherits.join('\n') ?? '');
  const known = useCapabilities();
  const body = { name, capabilities: linesOf(capabilities), inherits: linesOf(inherits) };
  const saved = useChange(
    () =>
      role
        ? api.permissions.updateRole({ id: role.id, body })
        : api.permissions.createRole({ body }),
    [['permission roles']],
    () => onSaved(({ key }) => key === role?.id),
  );
  const isSame = role !== undefined && body.inherits.join(' ') === role.inherits.join(' ');
  return (
    <Window
      title={t(role ? 'permissions.changeRole' : 'permissions.newRole')}
      isOpen
      onClose={onClose}
    >
      <Form
        sending={saved}
        onCancel={onClose}
        besides={
          role && {
            text: t('permissions.try'),
            isDisabled: !isSame,
            onPress: () =>
              onTry({
                key: role.id,
                roleId: role.id,
                text: t('permissions.ifRole', {
                  role: role.name,
                  capabilities: body.capabilities.join(', ') || t('app.none'),
                }),
                assume: { roles: [{ id: role.id, capabilities: body.capabilities }] },
              }),
          }
        }
      >
        <Field label={t('permissions.name')} value={name} onChange={setName} isRequired autoFocus />
        <Field
          label={t('permissions.capabilityLines')}
          value={capabilities}
          onChange={setCapabilities}
          lines
        />
        {known.length === 0 ? (
          <p className="small quiet">{t('permissions.noModules')}</p>
        ) : (
          <details>
            <summary className="small">{t('permissions.known')}</summary>
            <p className="code">{known.join(' ')}</p>
          </details>
        )}
        <Field
          label={t('permissions.inheritLines')}
          value={inherits}
          onChange={setInherits}
          lines
        />
        {role && <p className="small quiet">{t('permissions.tryOnly')}</p>}
      </Form>
    </Window>
  );
}

/** The form that assigns a role to a subject. */
export function Assign({
  role,
  onTry,
  onSaved,
  onClose,
}: {
  role: Role;
} & Ways): ReactNode {
  const [subject, setSubject] = useState('');
  const [until, setUntil] = useState('');
  const body = { subject: subject.trim(), roleId: role.id };
  const key = `${role.id} ${body.subject}`;
  const given = useChange(
    () =>
      api.permissions.createAssignment({
        body: {
          ...body,
          ...(until !== '' && { expiresAt: instantOf(until) }),
        },
      }),
    [['permission assignments']],
    () => onSaved((one) => one.key === key),
  );
  return (
    <Window title={t('permissions.assign')} isOpen onClose={onClose}>
      <Form
        sending={given}
        onCancel={onClose}
        besides={{
          text: t('permissions.try'),
          isDisabled: body.subject === '',
          onPress: () =>
            onTry({
              key,
              roleId: role.id,
              text: t('permissions.ifAssigned', { subject: body.subject, role: role.name }),
              assume: { assignments: [body] },
            }),
        }}
      >
        <p>
          <Foreign text={role.name} /> <span className="quiet small code">{role.id}</span>
        </p>
        <Field
          label={t('permissions.subject')}
          value={subject}
          onChange={setSubject}
          isRequired
          autoFocus
        />
        <Field
          label={t('permissions.ends')}
          type="datetime-local"
          value={until}
          onChange={setUntil}
        />
      </Form>
    </Window>
  );
}
