import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayRead, useMe } from '../../data/me.ts';
import { useTitle } from '../../data/title.ts';
import { wholeList } from '../../data/whole.ts';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { One } from '../../parts/one.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { auditOf, keyWith, refusalsOf, type Key } from '../../queries/people.ts';
import { t } from '../../texts/screens/people.ts';
import { COLUMNS as ACTION_COLUMNS } from './actions.tsx';
import { KeyState } from './key-state.tsx';

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

/** A key: its limits, what it did, and the requests with it that were rejected. */
export function KeyScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  return <One query={useQuery(keyWith(id))}>{(key) => <Loaded data={key} />}</One>;
}

function Loaded({ data }: { data: Key }): ReactNode {
  const { data: me } = useMe();
  const { id } = data;
  useTitle(data.name);
  const refusals = useQuery(refusalsOf(id));
  return (
    <div className="stack">
      <h1>
        <Foreign text={data.name ?? id} /> <KeyState of={data} />
      </h1>
      <div className="panel">
        <Facts
          rows={[
            [
              t('key.id'),
              <span key="id" className="code">
                {id}
              </span>,
            ],
            [t('keys.scopes'), data.scopes.join(' ')],
            [
              t('keys.madeBy'),
              data.madeBy ? <Person key="maker" id={data.madeBy} /> : t('keys.operators'),
            ],
            [t('keys.used'), data.lastUsedAt && <Time key="used" at={data.lastUsedAt} />],
            [t('keys.expires'), data.expiresAt && <Time key="expires" at={data.expiresAt} />],
            [t('key.addresses'), data.allowedCidrs?.join(', ')],
          ]}
        />
      </div>
      {me && mayRead(me, 'audit:read') && <Acts id={id} />}
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
    </div>
  );
}

/** The changes that the key made, from the audit log. */
function Acts({ id }: { id: string }): ReactNode {
  return (
    <ListSection
      title={t('key.acts')}
      columns={ACTION_COLUMNS}
      list={useList(auditOf('audit', api.audit.listActions, { actor: id }))}
      empty={t('key.noActs')}
    />
  );
}
