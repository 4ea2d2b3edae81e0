import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { zonedText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';
import type { Shown } from './request-lines.ts';

const WebhookForm = lazy(async () => ({
  default: (await import('./webhook-form.tsx')).WebhookForm,
}));

/** The buttons that change a webhook, replace its signing secret, or delete it. */
export function Manage({ webhook }: { webhook: Shown }): ReactNode {
  const { id } = webhook;
  const navigate = useNavigate();
  const [doing, setDoing] = useState<'change' | 'rotate' | 'delete'>();
  const stop = (): void => setDoing(undefined);
  return (
    <>
      <PlainButton onPress={() => setDoing('change')}>{t('webhooks.change')}</PlainButton>
      <PlainButton onPress={() => setDoing('rotate')}>{t('webhooks.rotate')}</PlainButton>
      <PlainButton onPress={() => setDoing('delete')}>{t('webhooks.delete')}</PlainButton>
      {doing === 'change' && (
        <Window title={t('webhooks.change')} isOpen onClose={stop}>
          <Suspense>
            <WebhookForm webhook={webhook} onDone={stop} />
          </Suspense>
        </Window>
      )}
      {doing === 'rotate' && <Rotate id={id} onClose={stop} />}
      {doing === 'delete' && (
        <Confirm
          title={t('webhooks.delete')}
          text={t('webhooks.deleteWhy')}
          run={() => api.webhooks.delete({ id })}
          stale={[['webhooks']]}
          onClose={stop}
          onDone={() => void navigate({ to: '/webhooks' })}
        />
      )}
    </>
  );
}

function Rotate({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const rotated = useChange(() => api.webhooks.rotateSecret({ id }), []);
  const { data } = rotated;
  return (
    <Window title={t('webhooks.rotate')} isOpen onClose={onClose}>
      {data ? (
        <Secret
          text={data.secret}
          note={t('webhooks.rotated', { until: zonedText(data.previousSecretExpiresAt) })}
          onClose={onClose}
        />
      ) : (
        <Form sending={rotated} save={t('webhooks.rotate')} onCancel={onClose}>
          <p>{t('webhooks.rotateWhy')}</p>
        </Form>
      )}
    </Window>
  );
}
