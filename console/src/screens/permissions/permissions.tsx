import type { ReactNode } from 'react';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { ListSection } from '../../parts/list-screen.tsx';
import { ASSIGNMENTS, POLICIES, ROLES } from '../../queries/permissions.ts';
import { t } from '../../texts/screens/permissions.ts';
import {
  assignmentColumns,
  policyColumns,
  roleColumns,
  type Assignment,
  type Policy,
  type Role,
} from './columns.tsx';
import { Doings, type Doing } from './doings.tsx';
import { Question } from './question.tsx';
import { useTrial } from './trial.ts';

type OfRole = 'change' | 'assign' | 'rule' | 'remove';

/** Returns the actions on a role: an imported role follows its source, and a retired role grants nothing. */
function actionsOf({ prefix, retired }: Role): readonly OfRole[] {
  if (retired) return ['remove'];
  return prefix === null ? ['change', 'assign', 'rule', 'remove'] : ['assign', 'rule'];
}

/** Roles, assignments and policies of the organization's own systems, and a question with its answer. Changes are saved or only tried. */
export function Permissions(): ReactNode {
  const trial = useTrial();
  const roles = useList(ROLES);
  const assignments = useList(ASSIGNMENTS);
  const policies = useList(POLICIES);
  const names = new Map(roles.rows.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const mayEdit = useMayChange('permissions:manage');
  const open = (next: Doing, onClose: () => void): ReactNode => (
    <Doings
      doing={next}
      nameOf={nameOf}
      onTry={(assumption) => {
        trial.assume([...trial.assumptions, assumption]);
        onClose();
      }}
      onSaved={(isDone) => {
        trial.leaveOut(isDone);
        onClose();
      }}
      onClose={onClose}
    />
  );
  const textOf = (what: Doing['what']): string => t(`permissions.${what}`);
  return (
    <div className="stack">
      <h1>{t('permissions.title')}</h1>
      <Question trial={trial} nameOf={nameOf} />
      <ListSection<Role, OfRole>
        title={t('permissions.roles')}
        columns={roleColumns(nameOf)}
        list={roles}
        empty={t('permissions.noRoles')}
        create={
          mayEdit && {
            text: t('permissions.newRole'),
            window: (onClose) => open({ what: 'change', role: undefined }, onClose),
          }
        }
        actions={
          mayEdit && {
            of: actionsOf,
            textOf,
            width: 24,
            open: (what, role, onClose) => open({ what, role }, onClose),
          }
        }
      />
      <ListSection<Assignment, 'unassign'>
        title={t('permissions.assignments')}
        columns={assignmentColumns(nameOf)}
        list={assignments}
        empty={t('permissions.noAssignments')}
        actions={
          mayEdit && {
            of: () => ['unassign'],
            textOf,
            open: (what, assignment, onClose) => open({ what, assignment }, onClose),
          }
        }
      />
      <ListSection<Policy, 'repeal'>
        title={t('permissions.policies')}
        columns={policyColumns(nameOf)}
        list={policies}
        empty={t('permissions.noPolicies')}
        create={
          mayEdit && {
            text: t('permissions.newPolicy'),
            window: (onClose) => open({ what: 'rule', role: undefined }, onClose),
          }
        }
        actions={
          mayEdit && {
            of: ({ prefix }) => (prefix === null ? ['repeal'] : []),
            textOf,
            open: (what, policy, onClose) => open({ what, policy }, onClose),
          }
        }
      />
    </div>
  );
}
