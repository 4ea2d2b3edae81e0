import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/webhooks.ts';
import { State } from './state.tsx';

const WebhookForm = lazy(async () => ({
  default: (await import('./webhook-form.tsx')).WebhookForm,
}));

type Webhook = Operations['listWebhooks']['data']['webhooks'][number];

const COLUMNS: Column<Webhook>[] = [
  {
    id: 'name',
    title: t('webhooks.name'),
    cell: ({ id, name }) => (
      <Link to="/webhooks/$id" params={{ id }}>
        <Foreign text={name} />
      </Link>
    ),
  },
  { id: 'url', title: t('webhooks.url'), cell: ({ url }) => <Foreign text={url} /> },
  { id: 'events', title: t('events.title'), cell: ({ events }) => events.join(' ') },
  {
    id: 'state',
    title: t('webhooks.state'),
    cell: ({ active, failing }) => <State active={active} failing={failing} />,
  },
  {
    id: 'last',
    title: t('webhooks.last'),
    cell: ({ lastTriggeredAt }) => (lastTriggeredAt ? <Time at={lastTriggeredAt} age /> : '–'),
  },
];

/** The organization's webhooks. */
export function Webhooks(): ReactNode {
  const { data: me } = useMe();
  const [isMaking, setMaking] = useState(false);
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => api.webhooks.list({}, { signal }),
  });
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('webhooks.title')}</h1>
        {me && mayChange(me, 'webhooks:manage') && (
          <PlainButton look="primary" onPress={() => setMaking(true)}>
            {t('webhooks.new')}
          </PlainButton>
        )}
      </div>
      <Table
        label={t('webhooks.title')}
        columns={COLUMNS}
        list={wholeList(
          query,
          ({ webhooks }) => webhooks,
          ({ id }) => id,
        )}
        empty={t('webhooks.empty')}
      />
      <Window title={t('webhooks.new')} isOpen={isMaking} onClose={() => setMaking(false)}>
        <Suspense>
          <WebhookForm onDone={() => setMaking(false)} />
        </Suspense>
      </Window>
    </div>
  );
}
