import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Badge } from '../../parts/badge.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/permissions.ts';
import { Question } from './question.tsx';

type Role = Operations['listPermissionRoles']['data']['items'][number];
type Assignment = Operations['listPermissionAssignments']['data']['items'][number];
type Policy = Operations['listPermissionPolicies']['data']['items'][number];

const ROLES: Column<Role>[] = [
  {
    id: 'name',
    title: t('permissions.name'),
    cell: ({ name, prefix, id }) => (
      <>
        <Foreign text={name} />{' '}
        {prefix !== null && <Badge tone="quiet">{t('permissions.imported')}</Badge>}{' '}
        <span className="quiet small code">{id}</span>
      </>
    ),
  },
  {
    id: 'capabilities',
    title: t('permissions.capabilities'),
    cell: ({ capabilities }) => <Foreign text={capabilities.join(' ')} />,
  },
  {
    id: 'inherits',
    title: t('permissions.inherits'),
    cell: ({ inherits }) => (inherits.length === 0 ? '–' : inherits.join(' ')),
  },
];

const ASSIGNMENTS: Column<Assignment>[] = [
  { id: 'who', title: t('permissions.who'), cell: ({ subject }) => <Foreign text={subject} /> },
  {
    id: 'role',
    title: t('permissions.role'),
    cell: ({ roleId }) => <span className="code">{roleId}</span>,
  },
  { id: 'since', title: t('permissions.since'), cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const POLICIES: Column<Policy>[] = [
  {
    id: 'effect',
    title: t('permissions.effect'),
    cell: ({ effect }) => <Badge tone={effect === 'deny' ? 'bad' : 'good'}>{effect}</Badge>,
  },
  {
    id: 'capability',
    title: t('permissions.capabilities'),
    cell: ({ capability }) => <Foreign text={capability} />,
  },
  {
    id: 'on',
    title: t('permissions.on'),
    cell: ({ resource, relation }) => <Foreign text={resource ?? relation ?? '*'} />,
  },
  {
    id: 'role',
    title: t('permissions.role'),
    cell: ({ roleId }) => (roleId === null ? '–' : <span className="code">{roleId}</span>),
  },
];

/** Who may do what in the organization's own systems, and the question why. */
export function Permissions(): ReactNode {
  const roles = useList<Role>(
    ['permission roles'],
    ({ id }) => id,
    (place, signal) => api.permissions.listRoles({ limit: 50, ...place }, { signal }),
  );
  const assignments = useList<Assignment>(
    ['permission assignments'],
    ({ id }) => id,
    (place, signal) => api.permissions.listAssignments({ limit: 50, ...place }, { signal }),
  );
  const policies = useList<Policy>(
    ['permission policies'],
    ({ id }) => id,
    (place, signal) => api.permissions.listPolicies({ limit: 50, ...place }, { signal }),
  );
  return (
    <div className="stack">
      <h1>{t('permissions.title')}</h1>
      <Question />
      <section className="stack-close">
        <h2>{t('permissions.roles')}</h2>
        <Table
          label={t('permissions.roles')}
          columns={ROLES}
          list={roles}
          empty={t('permissions.noRoles')}
        />
      </section>
      <section className="stack-close">
        <h2>{t('permissions.assignments')}</h2>
        <Table
          label={t('permissions.assignments')}
          columns={ASSIGNMENTS}
          list={assignments}
          empty={t('permissions.noAssignments')}
        />
      </section>
      <section className="stack-close">
        <h2>{t('permissions.policies')}</h2>
        <Table
          label={t('permissions.policies')}
          columns={POLICIES}
          list={policies}
          empty={t('permissions.noPolicies')}
        />
      </section>
    </div>
  );
}
