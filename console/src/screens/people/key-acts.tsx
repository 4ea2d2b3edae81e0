import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { wholeList } from '../../data/whole.ts';
import { ListSection } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { auditOf, refusalsOf, type Key } from '../../queries/people.ts';
import { t } from '../../texts/screens/people.ts';
import { COLUMNS as ACTION_COLUMNS } from './actions.tsx';
import { Badge } from '../../parts/badge.tsx';

type Refusal = Operations['getKeyRefusals']['data']['refusals'][number];

const REFUSAL_COLUMNS: Column<Refusal>[] = [
  { id: 'at', title: t('key.at'), width: 13, cell: ({ at }) => <Time at={at} exact /> },
  {
    id: 'what',
    title: t('key.operation'),
    width: 20,
    cell: ({ method, path }) => (
      <span className="code">
        {method} {path}
      </span>
    ),
  },
  {
    id: 'reason',
    title: t('key.reason'),
    cell: ({ status, code }) => (
      <>
        {status} <span className="code">{code}</span>
      </>
    ),
  },
  {
    id: 'object',
    title: t('key.request'),
    width: 16,
    cell: ({ requestId }) => <span className="code small">{requestId}</span>,
  },
];

/** The requests with the key that were rejected. */
export function Refusals({ id }: { id: string }): ReactNode {
  const refusals = useQuery(refusalsOf(id));
  return (
    <ListSection
      title={t('key.refusals')}
      columns={REFUSAL_COLUMNS}
      list={wholeList(
        refusals,
        (answer) => answer.refusals,
        ({ requestId, at }) => `${at} ${requestId}`,
      )}
      empty={t('key.noRefusals')}
    >
      <p className="small quiet">{t('key.refusalsWhy')}</p>
    </ListSection>
  );
}

/** The changes that the key made, from the audit log. What is below appears after them, so that it does not move. */
export function Acts({ id, children }: { id: string; children: ReactNode }): ReactNode {
  const list = useList(auditOf('audit', api.audit.listActions, { actor: id }));
  return (
    <>
      <ListSection
        title={t('key.acts')}
        columns={ACTION_COLUMNS}
        list={list}
        empty={t('key.noActs')}
      />
      {!list.query.isPending && children}
    </>
  );
}

export function stateOf({ revokedAt, expiresAt, pausedAt }: Key) {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'expired';
  return pausedAt === undefined ? 'active' : 'paused';
}

/** The state of a key: active, paused, expired or revoked. */
export function KeyState({ of: key }: { of: Key }): ReactNode {
  const state = stateOf(key);
  return <Badge tone={state === 'active' ? 'good' : 'quiet'}>{t(`keys.${state}`)}</Badge>;
}
