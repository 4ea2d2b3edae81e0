import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Person } from '../../parts/person.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/people.ts';
import { NewKey, RotateKey } from './key-forms.tsx';

export type Key = Operations['listKeys']['data']['items'][number];

function stateOf({ revokedAt, expiresAt, pausedAt }: Key) {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'expired';
  return pausedAt === undefined ? 'active' : 'paused';
}

const COLUMNS: Column<Key>[] = [
  {
    id: 'name',
    title: t('keys.name'),
    cell: ({ id, name }) => (
      <>
        <Foreign text={name} /> <span className="quiet small code">{id}</span>
      </>
    ),
  },
  { id: 'scopes', title: t('keys.scopes'), cell: ({ scopes }) => scopes.join(' ') },
  {
    id: 'used',
    title: t('keys.used'),
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} age /> : '–'),
  },
  {
    id: 'maker',
    title: t('keys.madeBy'),
    cell: ({ madeBy }) => (madeBy ? <Person id={madeBy} /> : t('keys.operators')),
  },
  {
    id: 'expires',
    title: t('keys.expires'),
    cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : '–'),
  },
  {
    id: 'state',
    title: t('keys.state'),
    cell: (key) => (
      <Badge tone={stateOf(key) === 'active' ? 'good' : 'quiet'}>{t(`keys.${stateOf(key)}`)}</Badge>
    ),
  },
];

const ACTIONS = {
  active: ['rotate', 'pause', 'revoke'],
  paused: ['resume', 'revoke'],
  expired: [],
  revoked: [],
} as const;

type Doing = { what: 'make' } | { what: 'rotate' | 'pause' | 'resume' | 'revoke'; key: Key };

/** The organization's keys; a secret is shown once, when it is made. */
export function Keys(): ReactNode {
  const { data: me } = useMe();
  const [doing, setDoing] = useState<Doing>();
  const list = useList<Key>(
    ['keys'],
    ({ id }) => id,
    (place, signal) => api.keys.list({ limit: 100, ...place }, { signal }),
  );
  const mayEdit = me !== undefined && mayChange(me, 'keys:manage');
  const stop = (): void => setDoing(undefined);
  const columns = [...COLUMNS];
  if (mayEdit)
    columns.push({
      id: 'actions',
      title: t('app.actions'),
      cell: (key) => (
        <RowActions<'rotate' | 'pause' | 'resume' | 'revoke'>
          id={key.id}
          actions={ACTIONS[stateOf(key)]}
          textOf={(what) => t(`keys.${what}`)}
          onPress={(what) => setDoing({ what, key })}
        />
      ),
    });
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('keys.title')}</h1>
        {mayEdit && (
          <PlainButton look="primary" onPress={() => setDoing({ what: 'make' })}>
            {t('keys.new')}
          </PlainButton>
        )}
      </div>
      <Table label={t('keys.title')} columns={columns} list={list} empty={t('keys.empty')} />
      {doing?.what === 'make' && <NewKey held={me?.scopes ?? []} onClose={stop} />}
      {doing?.what === 'rotate' && <RotateKey id={doing.key.id} onClose={stop} />}
      {(doing?.what === 'pause' || doing?.what === 'resume') && (
        <Confirm
          title={t(`keys.${doing.what}`)}
          text={
            <>
              <Foreign text={doing.key.name} /> <span className="code">{doing.key.id}</span>:{' '}
              {t(`keys.${doing.what}Why`)}
            </>
          }
          run={() =>
            api.keys.update({ id: doing.key.id, body: { paused: doing.what === 'pause' } })
          }
          stale={[['keys']]}
          onClose={stop}
        />
      )}
      {doing?.what === 'revoke' && (
        <Confirm
          title={t('keys.revoke')}
          text={
            <>
              <Foreign text={doing.key.name} /> <span className="code">{doing.key.id}</span>:{' '}
              {t('keys.revokeWhy')}
            </>
          }
          run={() => api.keys.revoke({ id: doing.key.id })}
          stale={[['keys']]}
          onClose={stop}
        />
      )}
    </div>
  );
}
