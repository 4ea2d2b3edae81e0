import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { totalText } from '../../texts/text.ts';

/** The numbers of deliveries that have not arrived since then, which one button sends again. */
export function Taken({ id, since }: { id: string; since: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['deliveries', id, 'since', since],
    queryFn: async ({ signal }) => {
      const [failed, pending] = await Promise.all(
        (['failed', 'pending'] as const).map((status) =>
          api.webhookDeliveries.list({ id, status, from: since, limit: 1 }, { signal }),
        ),
      );
      return { failed: totalText(failed!), pending: totalText(pending!) };
    },
  });
  return (
    <p className="small quiet">
      {t('webhooks.recoverTakes', data ?? { failed: '…', pending: '…' })}
    </p>
  );
}
