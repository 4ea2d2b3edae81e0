import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { later } from '../../parts/later.tsx';
import { mayRead, useMe } from '../../data/me.ts';
import { useTitle } from '../../data/title.ts';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/problem.tsx';
import { Person } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { keyWith, type Key } from '../../queries/people.ts';
import { t } from '../../texts/screens/people.ts';
import { KeyState } from './key-acts.tsx';

const Acts = later(async () => (await import('./key-acts.tsx')).Acts);
const Refusals = later(async () => (await import('./key-acts.tsx')).Refusals);

/** A key: its limits, its actions, and its rejected requests. */
export function KeyScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  return <One query={useQuery(keyWith(id))}>{(key) => <Loaded data={key} />}</One>;
}

function Loaded({ data }: { data: Key }): ReactNode {
  const { data: me } = useMe();
  const { id } = data;
  useTitle(data.name);
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
      <Suspense>
        {me && mayRead(me, 'audit:read') ? (
          <Acts id={id}>
            <Refusals id={id} />
          </Acts>
        ) : (
          <Refusals id={id} />
        )}
      </Suspense>
    </div>
  );
}
