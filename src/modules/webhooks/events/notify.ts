import { Notifier } from '../../../platform/db/session/notifier.ts';

/** The channel on which dispatchers of every process learn which subscriptions have new deliveries. */
export const DUE_CHANNEL = 'deliveries_due';
/** In bytes; PostgreSQL's limit is 8,000. */
const MAX_PAYLOAD = 7900;

type Subscription = { orgId: string; webhookId: string };

/**
 * Encodes `org webhook webhook…`, one line for each organization; an empty payload means "read the whole queue".
 * @param items `org webhook`
 */
function encode(items: ReadonlySet<string>): string {
  const byOrg = Map.groupBy(items, (item) => item.slice(0, item.indexOf(' ')));
  const lines = [...byOrg].map(([orgId, own]) =>
    [orgId, ...own.map((item) => item.slice(orgId.length + 1))].join(' '),
  );
  const text = lines.join('\n');
  return text.length <= MAX_PAYLOAD ? text : '';
}

/** @returns undefined if the payload is empty: the whole queue must be read */
export function decode(payload: string): Subscription[] | undefined {
  if (payload === '') return undefined;
  return payload.split('\n').flatMap((line) => {
    const [orgId = '', ...ids] = line.split(' ');
    return ids.map((webhookId) => ({ orgId, webhookId }));
  });
}

const due = new Notifier(DUE_CHANNEL, 10, encode);

/** Notifies all dispatchers, once the open transaction has committed, that these subscriptions have deliveries. */
export function notifyDue(orgId: string, webhookIds: Iterable<string>): void {
  due.afterCommit([...webhookIds].map((id) => `${orgId} ${id}`));
}
