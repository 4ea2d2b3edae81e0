import { Notifier } from '../../../platform/background/notifier.ts';

/** Dispatchers of every process are told here which subscriptions have something new. */
export const DUE_CHANNEL = 'deliveries_due';
/** PostgreSQL's limit is 8,000 bytes. */
const MAX_PAYLOAD = 7900;

type Subscription = { orgId: string; webhookId: string };

/** `org webhook webhook…`, one line an organization; empty stands for "look at all". @param items `org webhook` */
function encode(items: ReadonlySet<string>): string {
  const byOrg = Map.groupBy(items, (item) => item.slice(0, item.indexOf(' ')));
  const lines = [...byOrg].map(([orgId, own]) =>
    [orgId, ...own.map((item) => item.slice(orgId.length + 1))].join(' '),
  );
  const text = lines.join('\n');
  return text.length <= MAX_PAYLOAD ? text : '';
}

/** @returns undefined when the payload names none: everything has to be looked at */
export function decode(payload: string): Subscription[] | undefined {
  if (payload === '') return undefined;
  return payload.split('\n').flatMap((line) => {
    const [orgId = '', ...ids] = line.split(' ');
    return ids.map((webhookId) => ({ orgId, webhookId }));
  });
}

const due = new Notifier(DUE_CHANNEL, 10, encode);

/** Once the open transaction has committed, tells all dispatchers that these subscriptions have something to send. */
export function notifyDue(orgId: string, webhookIds: Iterable<string>): void {
  due.afterCommit([...webhookIds].map((id) => `${orgId} ${id}`));
}
