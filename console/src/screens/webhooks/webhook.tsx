import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useMayChange } from '../../data/me.ts';
import { useTitle } from '../../data/title.ts';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { webhookWith, figuresOf } from '../../queries/webhooks.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { Deliveries } from './deliveries.tsx';
import { Repair } from './repair.tsx';
import type { Shown } from './request-lines.ts';
import { State } from './state.tsx';

const Receivers = lazy(async () => ({ default: (await import('./receivers.tsx')).Receivers }));

/** A webhook: its state, its deliveries, and the means to send them again. */
export function WebhookScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const webhook = useQuery(webhookWith(id));
  return <One query={webhook}>{(data) => <Loaded data={data} />}</One>;
}

function Loaded({ data }: { data: Shown }): ReactNode {
  const { id } = data;
  const mayEdit = useMayChange('webhooks:manage');
  useTitle(data.name);
  return (
    <div className="stack">
      <h1>
        <Foreign text={data.name} /> <State active={data.active} failing={data.failing} />
      </h1>
      <div className="panel">
        <Facts
          rows={[
            [t('webhooks.url'), <Foreign key="url" text={data.url} />],
            [t('app.eventTypes'), data.events.join(' ')],
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

/** Code for the receiver, loaded when a person opens it. */
function Verify(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="panel no-print" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('webhooks.code')}</summary>
      <Suspense>{isOpen && <Receivers />}</Suspense>
    </details>
  );
}

const FiguresShown = lazy(async () => ({
  default: (await import('./figures-shown.tsx')).FiguresShown,
}));

/** Success and latency of a webhook over 30 days, once it has attempts. */
function Figures({ id }: { id: string }): ReactNode {
  const { data } = useQuery(figuresOf(id));
  if (!data || data.total.attempts === 0) return null;
  return (
    <Suspense>
      <FiguresShown data={data} />
    </Suspense>
  );
}
