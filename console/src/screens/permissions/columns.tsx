import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Badge } from '../../parts/badge.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/permissions.ts';

export type Role = Operations['listPermissionRoles']['data']['items'][number];
export type Assignment = Operations['listPermissionAssignments']['data']['items'][number];
export type Policy = Operations['listPermissionPolicies']['data']['items'][number];

export type NameOf = (roleId: string) => string;

export function roleColumns(nameOf: NameOf): Column<Role>[] {
  return [
    {
      id: 'name',
      title: t('permissions.name'),
      cell: ({ name, prefix, retired, id }) => (
        <>
          <Foreign text={name} />{' '}
          {prefix !== null && (
            <Badge tone="quiet">
              {t(retired ? 'permissions.retired' : 'permissions.imported')}
            </Badge>
          )}{' '}
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
      cell: ({ inherits }) =>
        inherits.length === 0 ? '–' : <Foreign text={inherits.map(nameOf).join(', ')} />,
    },
  ];
}

export function assignmentColumns(nameOf: NameOf): Column<Assignment>[] {
  return [
    { id: 'who', title: t('permissions.who'), cell: ({ subject }) => <Foreign text={subject} /> },
    {
      id: 'role',
      title: t('permissions.role'),
      cell: ({ roleId }) => <Foreign text={nameOf(roleId)} />,
    },
    {
      id: 'since',
      title: t('permissions.since'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'until',
      title: t('permissions.until'),
      cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : '–'),
    },
  ];
}

export function policyColumns(nameOf: NameOf): Column<Policy>[] {
  return [
    {
      id: 'effect',
      title: t('permissions.effect'),
      cell: ({ effect, prefix }) => (
        <>
          <Badge tone={effect === 'deny' ? 'bad' : 'good'}>{wordsOf(effect)}</Badge>{' '}
          {prefix !== null && <Badge tone="quiet">{t('permissions.imported')}</Badge>}
        </>
      ),
    },
    {
      id: 'capability',
      title: t('permissions.capabilities'),
      cell: ({ capability }) => <Foreign text={capability} />,
    },
    {
      id: 'on',
      title: t('permissions.on'),
      cell: ({ resource }) => <Foreign text={resource} />,
    },
    {
      id: 'relation',
      title: t('permissions.whereHas'),
      cell: ({ relation }) => (relation === null ? '–' : <Foreign text={relation} />),
    },
    {
      id: 'role',
      title: t('permissions.about'),
      cell: ({ roleId }) =>
        roleId === null ? t('permissions.everybody') : <Foreign text={nameOf(roleId)} />,
    },
  ];
}
