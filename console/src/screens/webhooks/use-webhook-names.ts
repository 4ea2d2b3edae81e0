import { useQuery } from '@tanstack/react-query';
import { WEBHOOKS } from '../../queries/webhooks.ts';
import { visible } from '../../texts/text.ts';

/** Returns a function that returns the name of a webhook, or the id of a deleted one. */
export function useWebhookNames(): (id: string) => string {
  const { data } = useQuery(WEBHOOKS);
  const names = new Map(data?.webhooks.map(({ id, name }) => [id, visible(name)]));
  return (id) => names.get(id) ?? id;
}
