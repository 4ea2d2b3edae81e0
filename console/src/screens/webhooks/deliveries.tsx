import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText, totalText } from '../../texts/text.ts';
import { t, WEBHOOKS } from '../../texts/screens/webhooks.ts';
import type { Delivery } from './attempts.tsx';

const Attempts = lazy(async () => ({ default: (await import('./attempts.tsx')).Attempts }));

type Status = NonNullable<Operations['listDeliveries']['input']['status']>;

const ALL = 'all';
const STATUSES: readonly Status[] = ['pending', 'succeeded', 'failed'];

/** Event type and time, as the API takes them. */
type Filters = Pick<Operations['listDeliveries']['input'], 'eventType' | 'from' | 'to'>;

function filtersOf({ eventType, from, to }: Required<Filters>): Filters {
  const instant = (local: string): string => new Date(`${local}Z`).toISOString();
  return {
    ...(eventType !== '' && { eventType }),
    ...(from !== '' && { from: instant(from) }),
    ...(to !== '' && { to: instant(to) }),
  };
}

/** Has all deliveries that a filter finds sent again, part by part. @returns how many */
async function replayAll(id: string, filter: Filters & { status?: Status }): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const part = await api.webhookDeliveries.replay({
      id,
      body: { ...filter, ...(after !== undefined && { after }) },
    });
    count += part.replayed;
    after = part.next ?? undefined;
  } while (after !== undefined);
  return count;
}

/** A status in words; one of a newer version of the API as it is. */
function statusText(status: string): string {
  const key = `webhooks.${status}`;
  return key in WEBHOOKS ? t(key as keyof typeof WEBHOOKS) : status;
}

function toneOf(status: string): Tone {
  if (status === 'succeeded') return 'good';
  return status === 'failed' ? 'bad' : 'warn';
}

/** The moment of the next attempt, after which a delivery stands otherwise. */
function dueAt({ status, nextAttemptAt }: Delivery): number | undefined {
  return status === 'pending' && nextAttemptAt !== null ? Date.parse(nextAttemptAt) : undefined;
}

/** It was given up, or waits for another attempt. */
function mayBeSent({ status, attemptCount }: Delivery): boolean {
  return status === 'failed' || (status === 'pending' && attemptCount > 0);
}

/** The deliveries to a webhook, newest first, with each attempt. */
export function Deliveries({
  webhookId,
  mayEdit,
}: {
  webhookId: string;
  mayEdit: boolean;
}): ReactNode {
  const client = useQueryClient();
  const [status, setStatus] = useState<Status | typeof ALL>(ALL);
  const [typed, setTyped] = useState({ eventType: '', from: '', to: '' });
  const [filters, setFilters] = useState<Filters>({});
  const [opened, setOpened] = useState<Delivery>();
  const list = useList<Delivery>(
    ['deliveries', webhookId, status, filters],
    ({ id }) => id,
    (place, signal) =>
      api.webhookDeliveries.list(
        { id: webhookId, limit: 100, ...(status !== ALL && { status }), ...filters, ...place },
        { signal },
      ),
    dueAt,
  );
  const retried = useMutation({
    mutationFn: (deliveryId: string) => api.webhookDeliveries.retry({ id: webhookId, deliveryId }),
    onSettled: () => client.invalidateQueries({ queryKey: ['deliveries', webhookId] }),
  });
  const shown = { ...(status !== ALL && { status }), ...filters };
  const isFiltered = Object.keys(shown).length > 0;
  const [isReplaying, setReplaying] = useState(false);
  const [replayed, setReplayed] = useState<number>();
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
    { id: 'event', title: t('webhooks.event'), cell: ({ eventType }) => eventType },
    {
      id: 'status',
      title: t('queue.status'),
      cell: (delivery) => (
        <Badge tone={toneOf(delivery.status)}>{statusText(delivery.status)}</Badge>
      ),
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
        return last ? (last.statusCode ?? last.error) : '–';
      },
    },
    {
      id: 'next',
      title: t('webhooks.next'),
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Time at={nextAttemptAt} age /> : '–'),
    },
  ];
  if (mayEdit)
    columns.push({
      id: 'retry',
      title: t('app.actions'),
      cell: (delivery) =>
        mayBeSent(delivery) && (
          <PlainButton look="quiet" onPress={() => retried.mutate(delivery.id)}>
            {t(delivery.status === 'failed' ? 'webhooks.retry' : 'webhooks.retryNow')}
          </PlainButton>
        ),
    });
  return (
    <section className="stack-close">
      <h2>{t('webhooks.deliveries')}</h2>
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          setFilters(filtersOf(typed));
        }}
      >
        <Choice
          label={t('queue.status')}
          options={([ALL, ...STATUSES] as const).map((id) => {
            return { id, text: statusText(id) };
          })}
          value={status}
          onChange={setStatus}
        />
        <Field
          label={t('webhooks.event')}
          value={typed.eventType}
          onChange={(eventType) => setTyped({ ...typed, eventType: eventType.trim() })}
        />
        {(['from', 'to'] as const).map((name) => (
          <Field
            key={name}
            label={`${t(`webhooks.${name}`)} (UTC)`}
            type="datetime-local"
            value={typed[name]}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))}
        <PlainButton type="submit">{t('app.filter')}</PlainButton>
        {mayEdit && isFiltered && (
          <PlainButton onPress={() => setReplaying(true)} isDisabled={list.rows.length === 0}>
            {t('webhooks.replay', { count: totalText(list) })}
          </PlainButton>
        )}
        <span role="status">
          {replayed !== undefined && t('webhooks.replayed', { count: replayed })}
        </span>
      </form>
      {retried.isError && <Problem error={retried.error} />}
      <Table
        label={t('webhooks.deliveries')}
        columns={columns}
        list={list}
        empty={t(isFiltered ? 'webhooks.noneFits' : 'webhooks.noDeliveries')}
      />
      {isReplaying && (
        <Confirm
          title={t('webhooks.replay', { count: totalText(list) })}
          text={t('webhooks.replayWhy')}
          run={async () => setReplayed(await replayAll(webhookId, shown))}
          stale={[['deliveries', webhookId]]}
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
    </section>
  );
}
