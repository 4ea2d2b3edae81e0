import { useState, type ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Table } from '../../parts/table.tsx';
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

/** Rows that a part of a list has. */
const LIMIT = 50;

/** The ways to change a role: imported ones follow their source, and retired ones give nothing. */
function actionsOf({
  prefix,
  retired,
}: Role): readonly ('change' | 'assign' | 'rule' | 'remove')[] {
  if (retired) return ['remove'];
  return prefix === null ? ['change', 'assign', 'rule', 'remove'] : ['assign', 'rule'];
}

/** Shows who may do what in the organization's own systems, answers why, and makes changes: saved, or only tried. */
export function Permissions(): ReactNode {
  const { data: me } = useMe();
  const [doing, setDoing] = useState<Doing>();
  const trial = useTrial();
  const roles = useList<Role>(
    ['permission roles'],
    ({ id }) => id,
    (place, signal) => api.permissions.listRoles({ limit: LIMIT, ...place }, { signal }),
  );
  const assignments = useList<Assignment>(
    ['permission assignments'],
    ({ id }) => id,
    (place, signal) => api.permissions.listAssignments({ limit: LIMIT, ...place }, { signal }),
  );
  const policies = useList<Policy>(
    ['permission policies'],
    ({ id }) => id,
    (place, signal) => api.permissions.listPolicies({ limit: LIMIT, ...place }, { signal }),
  );
  const names = new Map(roles.rows.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const mayEdit = me !== undefined && mayChange(me, 'permissions:manage');
  const [ofRoles, ofAssignments, ofPolicies] = [
    roleColumns(nameOf),
    assignmentColumns(nameOf),
    policyColumns(nameOf),
  ];
  if (mayEdit) {
    const actions = { id: 'actions', title: t('app.actions') };
    ofRoles.push({
      ...actions,
      width: 24,
      cell: (role) => (
        <RowActions
          id={role.id}
          actions={actionsOf(role)}
          textOf={(what) => t(`permissions.${what}`)}
          onPress={(what) => setDoing({ what, role })}
        />
      ),
    });
    ofAssignments.push({
      ...actions,
      cell: (assignment) => (
        <RowActions
          id={assignment.id}
          actions={['unassign'] as const}
          textOf={(what) => t(`permissions.${what}`)}
          onPress={(what) => setDoing({ what, assignment })}
        />
      ),
    });
    ofPolicies.push({
      ...actions,
      cell: (policy) =>
        policy.prefix === null && (
          <RowActions
            id={policy.id}
            actions={['repeal'] as const}
            textOf={(what) => t(`permissions.${what}`)}
            onPress={(what) => setDoing({ what, policy })}
          />
        ),
    });
  }
  return (
    <div className="stack">
      <h1>{t('permissions.title')}</h1>
      <Question trial={trial} nameOf={nameOf} />
      <section className="stack-close">
        <div className="head">
          <h2>{t('permissions.roles')}</h2>
          {mayEdit && (
            <PlainButton onPress={() => setDoing({ what: 'change', role: undefined })}>
              {t('permissions.newRole')}
            </PlainButton>
          )}
        </div>
        <Table
          label={t('permissions.roles')}
          columns={ofRoles}
          list={roles}
          empty={t('permissions.noRoles')}
        />
      </section>
      <section className="stack-close">
        <h2>{t('permissions.assignments')}</h2>
        <Table
          label={t('permissions.assignments')}
          columns={ofAssignments}
          list={assignments}
          empty={t('permissions.noAssignments')}
        />
      </section>
      <section className="stack-close">
        <div className="head">
          <h2>{t('permissions.policies')}</h2>
          {mayEdit && (
            <PlainButton onPress={() => setDoing({ what: 'rule', role: undefined })}>
              {t('permissions.newPolicy')}
            </PlainButton>
          )}
        </div>
        <Table
          label={t('permissions.policies')}
          columns={ofPolicies}
          list={policies}
          empty={t('permissions.noPolicies')}
        />
      </section>
      {doing && (
        <Doings
          doing={doing}
          nameOf={nameOf}
          onTry={(assumption) => {
            trial.assume([...trial.assumptions, assumption]);
            setDoing(undefined);
          }}
          onSaved={(isDone) => {
            trial.leaveOut(isDone);
            setDoing(undefined);
          }}
          onClose={() => setDoing(undefined)}
        />
      )}
    </div>
  );
}
