import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { instantOf } from '../../parts/range-fields.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { missedOf } from '../../queries/webhooks.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { Manage } from './manage.tsx';
import type { Shown } from './request-lines.ts';

const DAY_MS = 86_400_000;

/** The numbers of deliveries that have not arrived since a time, and that one button sends again. */
function Missed({ id, since }: { id: string; since: string }): ReactNode {
  const { data: { failed, pending } = { failed: '…', pending: '…' } } = useQuery(
    missedOf(id, since),
  );
  return <p className="small quiet">{t('webhooks.recoverTakes', { failed, pending })}</p>;
}

/** The means to switch a webhook on or off, to test it, and to send missed events again. */
export function Repair({ webhook }: { webhook: Shown }): ReactNode {
  const { id, active: isActive } = webhook;
  const [since, setSince] = useState(new Date(Date.now() - DAY_MS).toISOString().slice(0, 16));
  const stale = [['webhook', { id }], ['webhooks'], ['deliveries', { id }]] as const;
  const activated = useChange(() => api.webhooks.update({ id, body: { active: true } }), stale);
  const tested = useChange(() => api.webhookDeliveries.test({ id }), stale);
  const [asked, setAsked] = useState<'recover' | 'backfill' | 'deactivate'>();
  const [backfilled, setBackfilled] = useState<Operations['backfillWebhook']['data']>();
  const [recovered, setRecovered] = useState<Operations['recoverDeliveries']['data']>();
  const [isSaved, setSaved] = useState(false);
  const { data: missed } = useQuery({
    ...missedOf(id, since === '' ? '' : instantOf(since)),
    enabled: since !== '',
  });
  const failure = activated.error ?? tested.error;
  const stop = (): void => setAsked(undefined);
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
            setSaved(false);
            tested.mutate();
          }}
          isDisabled={tested.isPending}
        >
          {t('webhooks.test')}
        </PlainButton>
        <Manage
          webhook={webhook}
          onSaved={() => {
            tested.reset();
            setRecovered(undefined);
            setBackfilled(undefined);
            setSaved(true);
          }}
        />
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
        {(['recover', 'backfill'] as const).map((what) => (
          <PlainButton
            key={what}
            onPress={() => setAsked(what)}
            isDisabled={since === '' || (what === 'recover' && (missed?.isNone ?? false))}
          >
            {t(`webhooks.${what}`)}
          </PlainButton>
        ))}
      </div>
      {since !== '' && <Missed id={id} since={instantOf(since)} />}
      <p role="status">
        {isSaved && t('webhooks.saved')}
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
          onClose={stop}
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
          onClose={stop}
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
          onClose={stop}
        >
          <Missed id={id} since={instantOf(since)} />
        </Confirm>
      )}
    </section>
  );
}
