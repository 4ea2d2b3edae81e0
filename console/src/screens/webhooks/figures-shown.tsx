import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { DayPlots, lastDays } from '../../parts/day-plots.tsx';
import { Facts } from '../../parts/facts.tsx';
import { percentText } from '../../texts/amounts.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';

function milliseconds(value: number | null): string {
  return value === null ? '–' : `${numberText(value)} ms`;
}

/** Success and latency of a webhook, as figures and as plots by day. */
export function FiguresShown({ data }: { data: Operations['getWebhookStats']['data'] }): ReactNode {
  const rows = data.buckets.map(({ at, attempts, failed, latencyMs: { p50, p95 } }) => {
    return { day: at.slice(0, 10), attempts, failed, p50, p95 };
  });
  const days = lastDays([data.to.slice(0, 10)]);
  const { total } = data;
  return (
    <section className="stack-close" aria-label={t('webhooks.figures')}>
      <h2>{t('webhooks.figures')}</h2>
      <div className="panel">
        <Facts
          rows={[
            [t('webhooks.attempts'), numberText(total.attempts)],
            [
              t('webhooks.successRate'),
              total.successRate !== null && percentText(total.successRate),
            ],
            [t('webhooks.half'), milliseconds(total.latencyMs.p50)],
            [t('webhooks.most'), milliseconds(total.latencyMs.p95)],
          ]}
        />
      </div>
      <DayPlots
        days={days}
        rows={rows}
        series={[
          ['attempts', t('webhooks.attempts')],
          ['failed', t('webhooks.failures')],
        ]}
      />
      <DayPlots
        days={days}
        rows={rows}
        series={[
          ['p50', t('webhooks.half')],
          ['p95', t('webhooks.most')],
        ]}
        isLevel
        textOf={milliseconds}
      />
    </section>
  );
}
