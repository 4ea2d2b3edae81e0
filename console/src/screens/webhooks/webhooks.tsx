import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/webhooks.ts';
import { State } from './state.tsx';
import { PREFIX } from '../../data/prefix.ts';

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
        <NewWebhook onDone={() => setMaking(false)} />
      </Window>
    </div>
  );
}

function NewWebhook({ onDone }: { onDone: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState('*');
  const made = useChange(
    () =>
      api.webhooks.create({
        body: { name, url, events: events.split(/[\s,]+/).filter((type) => type !== '') },
      }),
    [['webhooks']],
  );
  if (made.data)
    return <Secret text={made.data.secret} note={t('webhooks.secret')} onClose={onDone} />;
  return (
    <Form sending={made} onCancel={onDone}>
      <Field label={t('webhooks.name')} value={name} onChange={setName} isRequired autoFocus />
      <Field
        label={t('webhooks.url')}
        value={url}
        onChange={setUrl}
        placeholder={t('webhooks.urlExample')}
        isRequired
      />
      <Field
        label={t('webhooks.events')}
        value={events}
        onChange={setEvents}
        note={t('webhooks.eventsNote')}
        isRequired
      />
      <p className="small">
        {/* Another tab: what was entered stays here. */}
        <a href={`${PREFIX}/console/event-types`} target="_blank" rel="noreferrer">
          {t('eventTypes.title')}
        </a>
      </p>
    </Form>
  );
}
