import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { all } from '../../parts/choice.tsx';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useList, type RowsRead } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { namedCell, timeCell } from '../../parts/cells.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { ListScreen, ListSection } from '../../parts/list-screen.tsx';
import { Name } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { ALL_KEYS, OPERATOR_SESSIONS, OPERATORS } from '../../queries/operators.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/operators.ts';
import { t as people } from '../../texts/screens/people.ts';
import { NewPlatformKey } from './platform-key.tsx';

type Operator = Operations['listOperators']['data']['items'][number];
type Session = Operations['listOperatorSessions']['data']['items'][number];
type Key = Operations['listApiKeys']['data']['items'][number];
type Role = Operations['changeOperator']['input']['body']['roles'][number];

const ROLES = all<Role>({ admin: true, operator: true, auditor: true });

const COLUMNS: Column<Operator>[] = [
  {
    id: 'person',
    title: people('members.person'),
    cell: ({ id, name, email }) => namedCell(name ?? email ?? '', id),
  },
  {
    id: 'roles',
    title: people('members.roles'),
    cell: ({ roles, groupRoles }) => [...new Set([...roles, ...groupRoles])].join(', '),
  },
  { id: 'since', title: people('members.since'), cell: ({ createdAt }) => timeCell(createdAt) },
];

/** The operators of the installation with their sessions, and the keys of all organizations. */
export function Operators(): ReactNode {
  const mayEdit = useMayChange('platform:admin');
  const operators = useList(OPERATORS);
  const areRead = ![operators, useList(OPERATOR_SESSIONS)].some(({ query }) => query.isPending);
  return (
    <div className="stack">
      <ListScreen<Operator, 'change' | 'remove'>
        title={t('operators.title')}
        columns={COLUMNS}
        list={operators}
        empty={t('operators.empty')}
        actions={
          mayEdit && {
            of: () => ['change', 'remove'],
            textOf: (what) => t(`operators.${what}`),
            open: (what, operator, onClose) =>
              what === 'change' ? (
                <ChangeRoles operator={operator} onClose={onClose} />
              ) : (
                <Confirm
                  title={t('operators.remove')}
                  name={operator.name ?? operator.id}
                  text={t('operators.removeWhy')}
                  run={() => api.operators.remove({ id: operator.id })}
                  stale={[['operators'], ['operator sessions']]}
                  onClose={onClose}
                />
              ),
          }
        }
      />
      {/* The lists appear together, so that none moves. */}
      {areRead && (
        <>
          <Sessions operators={operators} mayEdit={mayEdit} />
          <Keys mayEdit={mayEdit} />
        </>
      )}
    </div>
  );
}

function ChangeRoles({
  operator,
  onClose,
}: {
  operator: Operator;
  onClose: () => void;
}): ReactNode {
  const [roles, setRoles] = useState(ROLES.filter((role) => operator.roles.includes(role)));
  const changed = useChange(
    () => api.operators.change({ id: operator.id, body: { roles } }),
    [['operators'], ['me']],
    onClose,
  );
  return (
    <Window title={t('operators.change')} isOpen onClose={onClose}>
      <Form sending={changed} isReady={roles.length > 0} onCancel={onClose}>
        <p>{namedCell(operator.name ?? operator.email ?? '', operator.id)}</p>
        <Checks label={people('members.roles')} options={ROLES} value={roles} onChange={setRoles} />
      </Form>
    </Window>
  );
}

function Sessions({
  operators,
  mayEdit,
}: {
  operators: RowsRead<Operator>;
  mayEdit: boolean;
}): ReactNode {
  const names = new Map(operators.rows.map(({ id, name, email }) => [id, name ?? email ?? '']));
  const nameOf = (id: string): string => names.get(id) ?? '';
  const columns: Column<Session>[] = [
    {
      id: 'person',
      title: people('members.person'),
      cell: ({ userId }) => namedCell(nameOf(userId), userId),
    },
    { id: 'method', title: t('operators.method'), cell: ({ method }) => wordsOf(method) },
    { id: 'began', title: t('operators.began'), cell: ({ createdAt }) => timeCell(createdAt) },
    { id: 'seen', title: t('operators.seen'), cell: ({ lastSeenAt }) => timeCell(lastSeenAt) },
  ];
  return (
    <ListSection<Session, 'end'>
      title={t('operators.sessions')}
      columns={columns}
      list={useList(OPERATOR_SESSIONS)}
      empty={t('operators.noSessions')}
      actions={
        mayEdit && {
          of: () => ['end'],
          textOf: () => t('operators.end'),
          open: (_, { id, userId }, onClose) => (
            <Confirm
              title={t('operators.end')}
              name={nameOf(userId) || userId}
              text={t('operators.endWhy')}
              run={() => api.operators.endSession({ id })}
              stale={[['operator sessions']]}
              onClose={onClose}
            />
          ),
        }
      }
    />
  );
}

const KEY_COLUMNS: Column<Key>[] = [
  { id: 'name', title: people('keys.name'), cell: ({ id, name }) => namedCell(name, id) },
  {
    id: 'organization',
    title: t('deadLetters.organization'),
    cell: ({ organizationId }) =>
      organizationId === null ? t('operators.ofPlatform') : <Name id={organizationId} />,
  },
  { id: 'scopes', title: people('keys.scopes'), cell: ({ scopes }) => scopes.join(' ') },
  { id: 'used', title: people('keys.used'), cell: ({ lastUsedAt }) => timeCell(lastUsedAt, true) },
  { id: 'expires', title: people('keys.expires'), cell: ({ expiresAt }) => timeCell(expiresAt) },
];

function Keys({ mayEdit }: { mayEdit: boolean }): ReactNode {
  return (
    <ListSection<Key, 'revoke'>
      title={t('operators.keys')}
      columns={KEY_COLUMNS}
      list={useList(ALL_KEYS)}
      empty={t('operators.noKeys')}
      create={
        mayEdit && {
          text: t('operators.newKey'),
          form: (onClose) => <NewPlatformKey onClose={onClose} />,
        }
      }
      actions={
        mayEdit && {
          of: () => ['revoke'],
          textOf: () => people('keys.revoke'),
          open: (_, { id, name }, onClose) => (
            <Confirm
              title={people('keys.revoke')}
              name={name}
              text={people('keys.revokeWhy')}
              run={() => api.administration.revokeApiKey({ id })}
              stale={[['all keys']]}
              onClose={onClose}
            />
          ),
        }
      }
    />
  );
}
