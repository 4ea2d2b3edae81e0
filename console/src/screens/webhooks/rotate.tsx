import type { ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Window } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { zonedText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';

/** The window that replaces the signing secret of a webhook, and then shows the new one. */
export function Rotate({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
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
