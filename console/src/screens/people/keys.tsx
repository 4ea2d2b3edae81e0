import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { useMayChange, useMe } from '../../data/me.ts';
import { namedCell, timeCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { KEYS, type Key } from '../../queries/people.ts';
import { t } from '../../texts/screens/people.ts';
import { NewKey, RotateKey } from './key-forms.tsx';
import { KeyState, stateOf } from './key-acts.tsx';
import { COLON } from '../../texts/text.ts';

const COLUMNS: Column<Key>[] = [
  {
    id: 'name',
    title: t('keys.name'),
    cell: ({ id, name }) => (
      <Link to="/keys/$id" params={{ id }}>
        {namedCell(name, id)}
      </Link>
    ),
  },
  { id: 'scopes', title: t('keys.scopes'), cell: ({ scopes }) => scopes.join(' ') },
  { id: 'used', title: t('keys.used'), cell: ({ lastUsedAt }) => timeCell(lastUsedAt, true) },
  {
    id: 'maker',
    title: t('keys.madeBy'),
    cell: ({ madeBy }) => (madeBy ? <Person id={madeBy} /> : t('keys.operators')),
  },
  { id: 'expires', title: t('keys.expires'), cell: ({ expiresAt }) => timeCell(expiresAt) },
  {
    id: 'state',
    title: t('keys.state'),
    cell: (key) => <KeyState of={key} />,
  },
];

type What = 'rotate' | 'pause' | 'resume' | 'revoke';
const ACTIONS: Record<ReturnType<typeof stateOf>, readonly What[]> = {
  active: ['rotate', 'pause', 'revoke'],
  paused: ['resume', 'revoke'],
  expired: [],
  revoked: [],
};

/** The organization's keys; the console shows a secret once, when the key is created. */
export function Keys(): ReactNode {
  const { data: me } = useMe();
  const mayEdit = useMayChange('keys:manage');
  return (
    <ListScreen<Key, What>
      title={t('keys.title')}
      columns={COLUMNS}
      list={useList(KEYS)}
      empty={t('keys.empty')}
      create={
        mayEdit && {
          text: t('keys.new'),
          form: (onClose) => <NewKey held={me?.scopes ?? []} onClose={onClose} />,
        }
      }
      actions={
        mayEdit && {
          of: (key) => ACTIONS[stateOf(key)],
          textOf: (what) => t(`keys.${what}`),
          open: (what, key, onClose) =>
            what === 'rotate' ? (
              <RotateKey id={key.id} onClose={onClose} />
            ) : (
              <ChangeKey what={what} chosen={key} onClose={onClose} />
            ),
        }
      }
    />
  );
}

/** Pauses, resumes or revokes a key. */
function ChangeKey({
  what,
  chosen: { id, name },
  onClose,
}: {
  what: 'pause' | 'resume' | 'revoke';
  chosen: Key;
  onClose: () => void;
}): ReactNode {
  return (
    <Confirm
      title={t(`keys.${what}`)}
      text={
        <>
          {namedCell(name, id)}
          {COLON} {t(`keys.${what}Why`)}
        </>
      }
      run={async () => {
        if (what === 'revoke') await api.keys.revoke({ id });
        else await api.keys.update({ id, body: { paused: what === 'pause' } });
      }}
      stale={[['keys']]}
      onClose={onClose}
    />
  );
}
