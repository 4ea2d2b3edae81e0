import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { t } from '../../texts/screens/webhooks.ts';
import type { Shown } from './request-lines.ts';

const Rotate = lazy(async () => ({ default: (await import('./rotate.tsx')).Rotate }));
const WebhookForm = lazy(async () => ({
  default: (await import('./webhook-form.tsx')).WebhookForm,
}));

/** The buttons that change a webhook, replace its signing secret, or delete it. */
export function Manage({ webhook, onSaved }: { webhook: Shown; onSaved: () => void }): ReactNode {
  const { id } = webhook;
  const navigate = useNavigate();
  const [doing, setDoing] = useState<'change' | 'rotate' | 'delete'>();
  const stop = (): void => setDoing(undefined);
  return (
    <>
      <PlainButton onPress={() => setDoing('change')}>{t('webhooks.change')}</PlainButton>
      <PlainButton onPress={() => setDoing('rotate')}>{t('webhooks.rotate')}</PlainButton>
      <PlainButton look="quiet" onPress={() => setDoing('delete')}>
        {t('webhooks.delete')}
      </PlainButton>
      {doing === 'change' && (
        <Window title={t('webhooks.change')} isOpen onClose={stop}>
          <Suspense>
            <WebhookForm
              webhook={webhook}
              onDone={() => {
                stop();
                onSaved();
              }}
              onCancel={stop}
            />
          </Suspense>
        </Window>
      )}
      <Suspense>{doing === 'rotate' && <Rotate id={id} onClose={stop} />}</Suspense>
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
