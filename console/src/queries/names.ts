import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../data/client.ts';
import { mayRead } from '../data/me.ts';
import type { Me } from './session.ts';

type Options = { signal: AbortSignal };
type Read = (
  id: string,
  options: Options,
  client: QueryClient,
) => Promise<string | null | undefined>;
/** A scope, and how a person with this scope reads the name of an object. */
type Reader = readonly [scope: string, read: Read];

const STALE_MS = 300_000;

/** The names of all keys by their ids. */
export const KEY_NAMES = queryOptions({
  queryKey: ['keys', {}, 'names'],
  queryFn: async () => {
    const names: Record<string, string> = {};
    for await (const { id, name } of api.keys.listNames.each({ limit: 100 })) names[id] = name;
    return names;
  },
  staleTime: STALE_MS,
});

const OF_CUSTOMER: Reader = [
  'fraud:screen',
  async (subjectId, options) =>
    (await api.continuousScreening.getSubject({ subjectId }, options)).name,
];

/** The readers of names, by the first word of an id; the first one for which the person has the scope is used. */
const READERS: Readonly<Record<string, readonly Reader[]>> = {
  glist: [
    [
      'platform:admin',
      async (id, options) => (await api.administration.getGlobalList({ id }, options)).name,
    ],
    [
      'fraud:screen',
      async (id, options) => {
        const { lists } = await api.screening.listCheckedGlobalLists({}, options);
        return lists.find((list) => list.id === id)?.name;
      },
    ],
  ],
  hit: [
    [
      'fraud:screen',
      async (id, options) => (await api.continuousScreening.getHit({ id }, options)).match?.name,
    ],
  ],
  key: [
    [
      'platform:admin',
      async (id, options) => (await api.administration.getApiKey({ id }, options)).name,
    ],
    ['keys:manage', async (id, options) => (await api.keys.get({ id }, options)).name],
    ['cases:manage', async (id, _, client) => (await client.fetchQuery(KEY_NAMES))[id]],
  ],
  list: [
    ['fraud:manage', async (id, options) => (await api.screeningLists.get({ id }, options)).name],
  ],
  org: [
    [
      'platform:admin',
      async (id, options) => (await api.administration.getOrganization({ id }, options)).name,
    ],
  ],
  usr: [
    [
      'platform:admin',
      async (id, options) => {
        const { name, email } = await api.operators.get({ id }, options);
        return name ?? email;
      },
    ],
  ],
  webhook: [
    ['webhooks:manage', async (id, options) => (await api.webhooks.get({ id }, options)).name],
  ],
};

/** The name of an object that the person may read: null if it has none, or is unknown. */
export function nameOf(me: Me | undefined, id: string, isCustomer: boolean) {
  const readers = isCustomer ? [OF_CUSTOMER] : (READERS[id.slice(0, id.indexOf('_'))] ?? []);
  const read = me && readers.find(([scope]) => mayRead(me, scope))?.[1];
  return {
    queryKey: ['name', { id, isCustomer }] as const,
    queryFn: async ({ signal, client }: Options & { client: QueryClient }) =>
      (await read?.(id, { signal }, client)) ?? null,
    enabled: read !== undefined,
    staleTime: STALE_MS,
    // A removed object stays unknown, however often its row scrolls into view.
    retryOnMount: false,
  };
}
