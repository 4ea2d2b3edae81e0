import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { t, WEBHOOKS } from '../../texts/screens/webhooks.ts';

type Webhook = Operations['listWebhooks']['data']['webhooks'][number];

/** The state of a webhook: switched off, failing with its progress, or active. */
export function State({ active, failing }: Pick<Webhook, 'active' | 'failing'>): ReactNode {
  if (!active) return <Badge tone="bad">{t('webhooks.inactive')}</Badge>;
  if (!failing) return <Badge tone="good">{t('webhooks.active')}</Badge>;
  const { percent } = failing;
  return (
    <Badge tone={percent === 0 ? 'warn' : 'bad'}>
      {t(percent === 0 ? 'webhooks.failing' : 'webhooks.failingPercent', { percent })}
    </Badge>
  );
}

export const ERRORS = [
  'timeout',
  'dns',
  'connect',
  'reset',
  'tls',
  'protocol',
  'refused_address',
] as const;

/** The cause of a failed attempt in words; a cause of a newer version of the API as it is. */
export function causeText(error: string): string {
  const key = `webhooks.error.${error}`;
  return key in WEBHOOKS ? t(key as keyof typeof WEBHOOKS) : error;
}

/** A status of a delivery in words; a status of a newer version of the API as it is. */
export function statusText(status: string): string {
  const key = `webhooks.${status}`;
  return key in WEBHOOKS ? t(key as keyof typeof WEBHOOKS) : status;
}

function toneOf(status: string): Tone {
  if (status === 'succeeded') return 'good';
  return status === 'failed' ? 'bad' : 'warn';
}

export function DeliveryState({ status }: { status: string }): ReactNode {
  return <Badge tone={toneOf(status)}>{statusText(status)}</Badge>;
}
