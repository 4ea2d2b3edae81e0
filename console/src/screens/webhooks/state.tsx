import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Badge } from '../../parts/badge.tsx';
import { t } from '../../texts/screens/webhooks.ts';

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
