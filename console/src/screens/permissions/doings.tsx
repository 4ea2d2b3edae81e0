import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import type { Key } from '../../queries/keys.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/permissions.ts';
import type { Assignment, NameOf, Policy, Role } from './columns.tsx';
import { PolicyForm } from './policy-form.tsx';
import { Assign, RoleForm } from './role-forms.tsx';
import type { Ways } from './trial.ts';

/** A planned change. Without a role it is a new role, or a policy for all subjects. */
export type Doing =
  | { what: 'change' | 'rule'; role: Role | undefined }
  | { what: 'assign' | 'remove'; role: Role }
  | { what: 'unassign'; assignment: Assignment }
  | { what: 'repeal'; policy: Policy };

/** The window of a change, which the person saves or, for most changes, tries first. */
export function Doings({
  doing,
  nameOf,
  ...ways
}: { doing: Doing; nameOf: NameOf } & Ways): ReactNode {
  switch (doing.what) {
    case 'change':
      return <RoleForm role={doing.role} {...ways} />;
    case 'rule':
      return <PolicyForm role={doing.role} {...ways} />;
    case 'assign':
      return <Assign role={doing.role} {...ways} />;
    case 'remove':
      return (
        <Confirm
          title={t('permissions.remove')}
          name={doing.role.name}
          text={t('permissions.removeWhy')}
          run={() => api.permissions.deleteRole({ id: doing.role.id })}
          stale={[['permission roles']]}
          onClose={ways.onClose}
          onDone={() => ways.onSaved(({ roleId }) => roleId === doing.role.id)}
        />
      );
    case 'unassign': {
      const { id, subject, roleId } = doing.assignment;
      return (
        <Without
          id={id}
          roleId={roleId}
          title={t('permissions.unassign')}
          text={t('permissions.hasRole', { subject, role: nameOf(roleId) })}
          run={() => api.permissions.deleteAssignment({ id })}
          stale={[['permission assignments']]}
          {...ways}
        />
      );
    }
    case 'repeal': {
      const { id, effect, capability, resource, relation, roleId } = doing.policy;
      return (
        <Without
          id={id}
          roleId={roleId}
          title={t('permissions.repeal')}
          text={t('permissions.ifPolicy', {
            effect: wordsOf(effect),
            capability,
            on: [resource, relation].filter(Boolean).join(', '),
            role: roleId === null ? t('permissions.everybody') : nameOf(roleId),
          })}
          run={() => api.permissions.deletePolicy({ id })}
          stale={[['permission policies']]}
          {...ways}
        />
      );
    }
  }
}

/** Deletes an assignment or a policy, or tries what happens without it. */
function Without({
  id,
  roleId,
  text,
  onTry,
  onSaved,
  ...props
}: {
  id: string;
  roleId: string | null;
  title: string;
  text: string;
  run: () => Promise<unknown>;
  stale: readonly Key[];
} & Ways): ReactNode {
  return (
    <Confirm
      {...props}
      text={<Foreign text={text} />}
      onDone={() => onSaved(({ key }) => key === id)}
      besides={{
        text: t('permissions.try'),
        onPress: () =>
          onTry({
            key: id,
            roleId,
            text: t('permissions.ifNot', { text }),
            assume: { without: [id] },
          }),
      }}
    />
  );
}
