import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { t } from '../../texts/screens/webhooks.ts';
import { ChooseEvents } from './choose-events.tsx';
import { ALL } from './chosen-events.ts';
import type { Shown } from './request-lines.ts';
import { bodyOf, RequestFields, requestsOf } from './requests.tsx';

/** The form for a new webhook, whose secret it shows afterwards, or for changes of one. */
export function WebhookForm({
  webhook,
  onDone,
  onCancel = onDone,
}: {
  webhook?: Shown | undefined;
  onDone: () => void;
  onCancel?: () => void;
}): ReactNode {
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState(webhook?.events ?? [ALL]);
  const [entered, setEntered] = useState(() => requestsOf(webhook));
  const saved = useChange(
    async () => {
      const more = bodyOf(entered, webhook);
      if (!webhook) return api.webhooks.create({ body: { name, url, events, ...more } });
      const body = {
        ...(name !== webhook.name && { name }),
        // A change of the origin removes the secrets of the old origin.
        ...(url !== webhook.url && { url }),
        events,
        ...more,
      };
      await api.webhooks.update({ id: webhook.id, body });
      return undefined;
    },
    webhook ? [['webhooks'], ['webhook', { id: webhook.id }]] : [['webhooks']],
    (made) => {
      if (!made) onDone();
    },
  );
  if (saved.data)
    return <Secret text={saved.data.secret} note={t('webhooks.secret')} onClose={onDone} />;
  const isSealed = webhook?.headerNames ?? webhook?.auth ?? webhook?.clientCertificate;
  return (
    <Form sending={saved} onCancel={onCancel} isReady={events.length > 0}>
      <Field label={t('webhooks.name')} value={name} onChange={setName} isRequired autoFocus />
      <Field
        label={t('webhooks.url')}
        value={url}
        onChange={setUrl}
        placeholder={t('webhooks.urlExample')}
        note={isSealed && t('webhooks.originNote')}
        isRequired
      />
      <ChooseEvents chosen={events} onChange={setEvents} />
      <RequestFields entered={entered} onChange={setEntered} webhook={webhook} />
    </Form>
  );
}
