import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ACTIVE_WEBHOOKS } from '../../queries/webhooks.ts';
import { t } from '../../texts/screens/event-types.ts';

/** The form that sends the example of a type to one webhook, independent of its event types. */
export function SendTest({ type }: { type: string }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const query = useQuery(ACTIVE_WEBHOOKS);
  const webhooks = query.data?.webhooks ?? [];
  const id = webhooks.some((one) => one.id === chosen) ? chosen : webhooks[0]?.id;
  const sent = useChange(
    () => api.webhookDeliveries.test({ id: id!, body: { eventType: type } }),
    [['deliveries']],
  );
  if (query.error) return <Problem error={query.error} />;
  if (!query.data) return <span className="skeleton" />;
  if (id === undefined) return <p className="quiet">{t('eventTypes.noWebhook')}</p>;
  return (
    <div className="stack-close">
      <div className="toolbar">
        <Choice
          label={t('eventTypes.to')}
          options={webhooks.map((one) => ({ id: one.id, text: one.name }))}
          value={id}
          onChange={setChosen}
        />
        <PlainButton onPress={() => sent.mutate()} isDisabled={sent.isPending}>
          {t('eventTypes.send')}
        </PlainButton>
      </div>
      <p role="status">
        {sent.data && (
          <Link to="/webhooks/$id" params={{ id: sent.data.webhookId }}>
            {t('eventTypes.sent')}
          </Link>
        )}
      </p>
      {sent.isError && <Problem error={sent.error} />}
    </div>
  );
}
