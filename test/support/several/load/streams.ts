import { isDeepStrictEqual } from 'node:util';
import type { Area, Tenant, World } from '../world.ts';

const AGREES = 'an inbox stream that was cut, and continues in another process, shows the inbox';
const PEOPLE = [
  { externalId: 'customer-1', role: 'customer' },
  { externalId: 'agent-1', role: 'agent' },
  { externalId: 'agent-3', role: 'agent' },
];
const LEAST_MS = 500;
const MOST_MS = 2000;
const AGREES_WITHIN_MS = 15_000;

type Item = { thread: { id: string } };
type Viewer = {
  tenant: Tenant;
  query: string;
  items: Map<string, Item>;
  unread: number | undefined;
  lastEventId: string;
  isBusy: boolean;
};

/** Applies a block of text/event-stream (WHATWG HTML, 9.2.6) to the state of the viewer. */
function apply(viewer: Viewer, block: string): void {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 2)]),
  );
  const data = fields.get('data');
  if (data === undefined) return;
  const payload = JSON.parse(data) as Item & { count: number; threadId: string };
  const name = fields.get('event');
  if (name === 'item') viewer.items.set(payload.thread.id, payload);
  else if (name === 'removed') viewer.items.delete(payload.threadId);
  else if (name === 'reset') viewer.items.clear();
  else if (name === 'unread') viewer.unread = payload.count;
  viewer.lastEventId = fields.get('id') ?? viewer.lastEventId;
}

/** People who read their inboxes for a moment, disconnect, and resume later at any process. */
export async function streamsLoad(world: World): Promise<Area> {
  const { client, tally, random, tenants, cluster } = world;
  tally.expects(AGREES);
  const viewers: Viewer[] = tenants.flatMap((tenant) =>
    PEOPLE.map((who) => ({
      tenant,
      query: new URLSearchParams(who).toString(),
      items: new Map(),
      unread: undefined,
      lastEventId: '',
      isBusy: false,
    })),
  );

  /** Reads until the time is over, the connection breaks, or `isEnough` returns true after an event. */
  const look = async (
    viewer: Viewer,
    forMs: number,
    isEnough: () => boolean = () => false,
    url = cluster.balancer.url,
  ): Promise<void> => {
    const { tenant, query, lastEventId } = viewer;
    const response = await fetch(`${url}/api/v1/threads/inbox/stream?${query}`, {
      headers: {
        'x-api-key': tenant.key,
        ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
      },
      signal: AbortSignal.timeout(forMs),
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) apply(viewer, block);
      if (isEnough()) return;
    }
  };

  const inboxOf = async ({ tenant, query }: Viewer): Promise<Map<string, Item>> => {
    const path = `/threads/inbox?${query}&limit=50`;
    const { data } = await client.ask({ method: 'GET', path, key: tenant.key }, 200);
    return new Map((data.items as Item[]).map((item) => [item.thread.id, item]));
  };

  // A new stream sends only changes from then on.
  for (const viewer of viewers) {
    await look(viewer, AGREES_WITHIN_MS, () => viewer.unread !== undefined);
    viewer.items = await inboxOf(viewer);
  }
  return {
    name: 'inbox streams',
    async step() {
      const free = viewers.filter(({ isBusy }) => !isBusy);
      if (free.length === 0) return;
      const viewer = random.pick(free);
      viewer.isBusy = true;
      // The stream is expected to end; missed changes come with the next one.
      await look(viewer, LEAST_MS + random.below(MOST_MS - LEAST_MS)).catch(() => {});
      viewer.isBusy = false;
    },
    async verify() {
      for (const viewer of viewers) {
        const { key } = viewer.tenant;
        const expected = await inboxOf(viewer);
        const { data } = await client.ask(
          { method: 'GET', path: `/threads/inbox/unread-count?${viewer.query}`, key },
          200,
        );
        const agrees = (): boolean =>
          viewer.unread === data.count && isDeepStrictEqual(viewer.items, expected);
        for (const { name, url } of cluster.apis) {
          // Each process sends it again.
          viewer.unread = undefined;
          const last = await look(viewer, AGREES_WITHIN_MS, agrees, url).then(
            () => 'ended',
            String,
          );
          const shown = `${viewer.unread} unread, ${viewer.items.size} threads`;
          tally.check(
            AGREES,
            agrees(),
            () =>
              `${name}, ${viewer.query}: ${shown} instead of ${data.count}, ${expected.size}, after ${viewer.lastEventId}: ${last}`,
          );
        }
      }
    },
  };
}
