import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useAddress, valueIn } from '../../data/address.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { PlainButton } from '../../parts/button.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Time } from '../../parts/time.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Problem } from '../../parts/problem.tsx';
import { RangeFields, rangeOf } from '../../parts/range-fields.tsx';
import { StateChoice } from '../../parts/state-choice.tsx';
import type { Column } from '../../parts/table.tsx';
import { deliveriesOf, type Delivery, type DeliveryFilters } from '../../queries/webhooks.ts';
import { numberText, totalText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { causeText, DeliveryState, statusText } from './state.tsx';

const Attempts = lazy(async () => ({ default: (await import('./attempts.tsx')).Attempts }));

type Status = NonNullable<Operations['listDeliveries']['input']['status']>;
const STATUSES: readonly Status[] = ['pending', 'succeeded', 'failed'];

const TYPED = ['eventType', 'from', 'to'] as const;

/** Sends all deliveries of a filter again, part by part. @returns their number */
async function replayAll(id: string, filters: DeliveryFilters): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const part = await api.webhookDeliveries.replay({
      id,
      body: { ...filters, ...(after !== undefined && { after }) },
    });
    count += part.replayed;
    after = part.next ?? undefined;
  } while (after !== undefined);
  return count;
}

/** Returns true if a delivery has failed, or waits for another attempt. */
function mayBeSent({ status, attemptCount }: Delivery): boolean {
  return status === 'failed' || (status === 'pending' && attemptCount > 0);
}

const COLUMNS: Column<Delivery>[] = [
  { id: 'event', title: t('webhooks.event'), cell: ({ eventType }) => eventType },
  {
    id: 'status',
    title: t('queue.status'),
    cell: ({ status }) => <DeliveryState status={status} />,
  },
  {
    id: 'attempts',
    title: t('webhooks.attempts'),
    isNumber: true,
    cell: ({ attemptCount }) => numberText(attemptCount),
  },
  {
    id: 'answer',
    title: t('webhooks.response'),
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? (last.statusCode ?? causeText(last.error ?? '–')) : '–';
    },
  },
  {
    id: 'next',
    title: t('webhooks.next'),
    cell: ({ nextAttemptAt }) => timeCell(nextAttemptAt, true),
  },
];

/** The deliveries to a webhook, newest first, with each attempt. */
export function Deliveries({
  webhookId,
  mayEdit,
}: {
  webhookId: string;
  mayEdit: boolean;
}): ReactNode {
  const [address, show] = useAddress(['status', ...TYPED]);
  const { status: chosen, ...submitted } = address;
  const status = valueIn(STATUSES, chosen);
  const [typed, setTyped] = useState(submitted);
  const [opened, setOpened] = useState<Delivery>();
  const [isReplaying, setReplaying] = useState(false);
  const [replayed, setReplayed] = useState<number>();
  const filters: DeliveryFilters = {
    ...(status && { status }),
    ...(submitted.eventType && { eventType: submitted.eventType }),
    ...rangeOf(submitted),
  };
  const isFiltered = Object.keys(filters).length > 0;
  const list = useList(deliveriesOf(webhookId, filters));
  const stale = [['deliveries', { id: webhookId }]] as const;
  const retried = useChange(
    (deliveryId: string) => api.webhookDeliveries.retry({ id: webhookId, deliveryId }),
    stale,
  );
  const columns: Column<Delivery>[] = [
    {
      id: 'created',
      title: t('webhooks.created'),
      cell: (delivery) => (
        <PlainButton look="quiet" onPress={() => setOpened(delivery)}>
          <Time at={delivery.createdAt} />
        </PlainButton>
      ),
    },
    ...COLUMNS,
  ];
  if (mayEdit)
    columns.push({
      id: 'retry',
      title: t('app.actions'),
      cell: (delivery) =>
        mayBeSent(delivery) && (
          <PlainButton
            look="quiet"
            isDisabled={retried.isPending && retried.variables === delivery.id}
            onPress={() => retried.mutate(delivery.id)}
          >
            {t(delivery.status === 'failed' ? 'webhooks.retry' : 'webhooks.retryNow')}
          </PlainButton>
        ),
    });
  const replay = t('webhooks.replay', { count: totalText(list) });
  return (
    <ListSection
      title={t('webhooks.deliveries')}
      columns={columns}
      list={list}
      empty={t(isFiltered ? 'webhooks.noneFits' : 'webhooks.noDeliveries')}
    >
      <FilterForm
        onFilter={() => show({ ...address, ...typed })}
        besides={
          <>
            {mayEdit && isFiltered && (
              <PlainButton onPress={() => setReplaying(true)} isDisabled={list.rows.length === 0}>
                {replay}
              </PlainButton>
            )}
            <span role="status">
              {replayed !== undefined && t('webhooks.replayed', { count: replayed })}
            </span>
          </>
        }
      >
        <StateChoice
          label={t('queue.status')}
          all={t('webhooks.all')}
          states={STATUSES}
          textOf={statusText}
          value={status}
          onChange={(one) => show({ ...address, status: one ?? '' })}
        />
        <Field
          label={t('webhooks.event')}
          value={typed.eventType ?? ''}
          onChange={(eventType) => setTyped({ ...typed, eventType: eventType.trim() })}
        />
        <RangeFields typed={typed} onChange={(part) => setTyped({ ...typed, ...part })} />
      </FilterForm>
      {retried.isError && <Problem error={retried.error} />}
      {isReplaying && (
        <Confirm
          title={replay}
          text={t('webhooks.replayWhy')}
          run={async () => setReplayed(await replayAll(webhookId, filters))}
          stale={stale}
          onClose={() => setReplaying(false)}
        />
      )}
      <Window
        title={opened?.eventType ?? ''}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        hasClose
      >
        <Suspense>{opened && <Attempts delivery={opened} />}</Suspense>
      </Window>
    </ListSection>
  );
}
