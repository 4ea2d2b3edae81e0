import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useAddress } from '../../data/address.ts';
import { rangeOf } from '../../parts/range-fields.tsx';
import { useList } from '../../data/list.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { IdLink } from '../../parts/person.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { One } from '../../parts/problem.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { eventsWith, eventWith, type LoggedEvent } from '../../queries/webhooks.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { LogFilters, useWebhookNames } from './log-filters.tsx';
import { DeliveryState } from './state.tsx';

const FILTERS = ['type', 'objectId', 'from', 'to'] as const;

/** Every event of the organization, newest first, delivered or not. */
export function EventLog(): ReactNode {
  const [filters, setFilters] = useAddress(FILTERS);
  const [opened, setOpened] = useState<LoggedEvent>();
  const { type, objectId } = filters;
  const list = useList(
    eventsWith({ ...(type && { type }), ...(objectId && { objectId }), ...rangeOf(filters) }),
  );
  const columns: Column<LoggedEvent>[] = [
    {
      id: 'at',
      title: t('webhooks.created'),
      width: 13,
      cell: ({ timestamp }) => <Time at={timestamp} exact />,
    },
    {
      id: 'what',
      title: t('webhooks.event'),
      cell: (event) => (
        <PlainButton look="quiet" onPress={() => setOpened(event)}>
          {event.type}
        </PlainButton>
      ),
    },
    {
      id: 'object',
      title: t('webhooks.object'),
      width: 18,
      cell: ({ objectId: id }) => (id === null ? '–' : <IdLink id={id} isCustomer />),
    },
    {
      id: 'item',
      title: t('webhooks.eventId'),
      cell: ({ id }) => <span className="code">{id}</span>,
    },
  ];
  return (
    <ListScreen
      title={t('events.title')}
      columns={columns}
      list={list}
      empty={t(Object.keys(filters).length === 0 ? 'webhooks.noEvents' : 'app.noneFits')}
    >
      <LogFilters
        type="type"
        fields={[['objectId', t('webhooks.object')]]}
        filters={filters}
        onFilter={setFilters}
      />
      <Window
        title={opened?.type ?? ''}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        hasClose
      >
        {opened && <Event event={opened} />}
      </Window>
    </ListScreen>
  );
}

/** An event with its data, and its deliveries by the names of the webhooks. */
function Event({ event }: { event: LoggedEvent }): ReactNode {
  return (
    <div className="stack">
      <p className="small quiet">
        <span className="code">{event.id}</span> · <Time at={event.timestamp} exact />
      </p>
      <One query={useQuery(eventWith(event.id))}>{(data) => <Detail data={data} />}</One>
    </div>
  );
}

function Detail({ data }: { data: Operations['getEvent']['data'] }): ReactNode {
  const nameOf = useWebhookNames();
  return (
    <>
      <h3>{t('webhooks.data')}</h3>
      <pre tabIndex={0}>{JSON.stringify(data.data, null, 2)}</pre>
      {data.redacted.length > 0 && (
        <p className="small quiet">
          {t('webhooks.redacted', { fields: data.redacted.join(', ') })}
        </p>
      )}
      <h3>{t('webhooks.deliveries')}</h3>
      {data.deliveryCount === 0 ? (
        <p className="quiet">{t('webhooks.notDelivered')}</p>
      ) : (
        <ul className="stack-close">
          {data.deliveries.map(({ id, webhookId, status, attemptCount }) => (
            <li key={id}>
              <Link to="/webhooks/$id" params={{ id: webhookId }}>
                {nameOf(webhookId)}
              </Link>{' '}
              <DeliveryState status={status} />{' '}
              <span className="small quiet">
                {t('webhooks.attemptCount', { count: attemptCount })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
