import { useParams } from '@tanstack/react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/webhooks.ts';
import { Figures } from './figures.tsx';
import { Deliveries } from './deliveries.tsx';
import { Manage } from './manage.tsx';
import { Taken } from './recover.tsx';
import type { Shown } from './request-lines.ts';
import { State } from './state.tsx';

const Receivers = lazy(async () => ({ default: (await import('./receivers.tsx')).Receivers }));

const DAY_MS = 86_400_000;

/** A webhook: its state, what was sent, and the ways to send again. */
export function WebhookScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const webhook = useQuery({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => api.webhooks.get({ id }, { signal }),
  });
  return <One query={webhook}>{(data) => <Loaded data={data} />}</One>;
}

function Loaded({ data }: { data: Shown }): ReactNode {
  const { id } = data;
  const { data: me } = useMe();
  const mayEdit = me !== undefined && mayChange(me, 'webhooks:manage');
  return (
    <div className="stack">
      <h1>
        <Foreign text={data.name} /> <State active={data.active} failing={data.failing} />
      </h1>
      <div className="panel">
        <Facts
          rows={[
            [t('webhooks.url'), <Foreign key="url" text={data.url} />],
            [t('events.title'), data.events.join(' ')],
            [t('webhooks.filter'), data.filter && <code>{JSON.stringify(data.filter.all)}</code>],
            [t('webhooks.ownHeaders'), data.headerNames?.join(', ')],
            [t('webhooks.auth'), data.auth?.type],
            [
              t('webhooks.certificateUntil'),
              data.clientCertificate && (
                <Time key="certificate" at={data.clientCertificate.expiresAt} />
              ),
            ],
            [t('webhooks.made'), <Time key="made" at={data.createdAt} />],
            [
              t('webhooks.last'),
              data.lastTriggeredAt && <Time key="last" at={data.lastTriggeredAt} />,
            ],
            [
              t('webhooks.failingSince'),
              data.failing && <Time key="failing" at={data.failing.since} />,
            ],
            [
              t('webhooks.deactivatesAt'),
              data.failing && <Time key="off" at={data.failing.deactivatesAt} />,
            ],
          ]}
        />
      </div>
      {mayEdit && <Repair webhook={data} />}
      <Deliveries webhookId={id} mayEdit={mayEdit} />
      <Figures id={id} />
      <Verify />
    </div>
  );
}

/** Code for the receiver, loaded when somebody wants to see it. */
function Verify(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="panel no-print" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('webhooks.code')}</summary>
      <Suspense>{isOpen && <Receivers />}</Suspense>
    </details>
  );
}

/** A moment of UTC, as a field has it. */
function instantOf(local: string): string {
  return new Date(`${local}Z`).toISOString();
}

function Repair({ webhook }: { webhook: Shown }): ReactNode {
  const { id, active: isActive } = webhook;
  const client = useQueryClient();
  const [since, setSince] = useState(new Date(Date.now() - DAY_MS).toISOString().slice(0, 16));
  const stale = [['webhook', id], ['webhooks'], ['deliveries', id]];
  const again = (): Promise<unknown> =>
    Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  const activated = useMutation({
    mutationFn: () => api.webhooks.update({ id, body: { active: true } }),
    onSettled: again,
  });
  const tested = useMutation({
    mutationFn: () => api.webhookDeliveries.test({ id }),
    onSettled: again,
  });
  const [asked, setAsked] = useState<'recover' | 'backfill' | 'deactivate'>();
  const [backfilled, setBackfilled] = useState<Operations['backfillWebhook']['data']>();
  const [recovered, setRecovered] = useState<Operations['recoverDeliveries']['data']>();
  const failure = activated.error ?? tested.error;
  return (
    <section className="panel stack-close no-print" aria-label={t('webhooks.recover')}>
      <div className="toolbar">
        <PlainButton
          onPress={() => (isActive ? setAsked('deactivate') : activated.mutate())}
          isDisabled={activated.isPending}
        >
          {t(isActive ? 'webhooks.deactivate' : 'webhooks.activate')}
        </PlainButton>
        <PlainButton
          onPress={() => {
            setRecovered(undefined);
            tested.mutate();
          }}
          isDisabled={tested.isPending}
        >
          {t('webhooks.test')}
        </PlainButton>
        <Manage webhook={webhook} />
      </div>
      <div className="toolbar">
        <Field
          label={`${t('webhooks.recoverSince')} (UTC)`}
          type="datetime-local"
          value={since}
          onChange={(value) => {
            setSince(value);
            setBackfilled(undefined);
          }}
        />
        <PlainButton onPress={() => setAsked('recover')} isDisabled={since === ''}>
          {t('webhooks.recover')}
        </PlainButton>
        <PlainButton onPress={() => setAsked('backfill')} isDisabled={since === ''}>
          {t('webhooks.backfill')}
        </PlainButton>
      </div>
      {since !== '' && <Taken id={id} since={instantOf(since)} />}
      <p role="status">
        {tested.isSuccess && t('webhooks.tested')}
        {recovered && t('webhooks.recovered', { count: recovered.recovered })}
        {recovered?.complete === false && ` ${t('webhooks.recoverMore')}`}
        {backfilled && t('webhooks.backfilled', { count: backfilled.backfilled })}
        {backfilled?.complete === false && ` ${t('webhooks.recoverMore')}`}
      </p>
      {failure && <Problem error={failure} />}
      {asked === 'deactivate' && (
        <Confirm
          title={t('webhooks.deactivate')}
          text={t('webhooks.deactivateWhy')}
          run={() => api.webhooks.update({ id, body: { active: false } })}
          stale={stale}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'backfill' && (
        <Confirm
          title={t('webhooks.backfill')}
          text={t('webhooks.backfillWhy')}
          run={async () => {
            const after = backfilled?.next;
            const body = { from: instantOf(since), ...(after && { after }) };
            setBackfilled(await api.webhookDeliveries.backfill({ id, body }));
          }}
          stale={stale}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'recover' && (
        <Confirm
          title={t('webhooks.recover')}
          text={t('webhooks.replayWhy')}
          run={async () => {
            tested.reset();
            const body = { since: instantOf(since) };
            setRecovered(await api.webhookDeliveries.recover({ id, body }));
          }}
          stale={stale}
          onClose={() => setAsked(undefined)}
        >
          <Taken id={id} since={instantOf(since)} />
        </Confirm>
      )}
    </section>
  );
}
