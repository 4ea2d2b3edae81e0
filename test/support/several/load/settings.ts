import type { Area, Tenant, World } from '../world.ts';

const KEPT = 'created and changed objects exist once, as last acknowledged';
const GONE = 'deleted objects no longer exist';
/** The maximum number of objects of a kind and organization; beyond it, one is deleted before the next is created. */
const MOST = 8;
/** The prefix of federations. */
const PREFIX = 'HELD';

type Shown = Record<string, unknown>;
/** An object that is created, changed, listed and deleted: its path, and its fields in a list. */
type Kind = {
  path: string;
  create: (text: string) => Shown;
  /** True if only operators create it, permanently. */
  isOperators?: boolean;
  /** The expected answer; 201 with `id` by default. */
  answer?: { status: number; id: string };
  /** Undefined if it never changes. */
  change?: (text: string) => Shown;
};

const KINDS: Kind[] = [
  {
    path: '/fraud/lists',
    create: (text) => ({ source: text, name: text, kind: 'tenant_allowlist' }),
    change: (name) => ({ name }),
  },
  {
    path: '/permissions/modules',
    create: (text) => ({
      code: text.replace('-', '_').toUpperCase(),
      name: text,
      actions: ['RUN'],
    }),
    change: (name) => ({ name, actions: ['RUN', 'STOP'] }),
  },
  {
    path: '/permissions/roles',
    create: (name) => ({ name, capabilities: [] }),
    change: (name) => ({ name }),
  },
  {
    path: '/permissions/policies',
    create: (text) => ({ effect: 'deny', capability: 'HELD:RUN', resource: `${text}/*` }),
  },
  {
    path: '/permissions/relationships',
    create: (subject) => ({ subject, relation: 'member', object: 'group:held' }),
  },
  {
    path: '/permissions/federation/groups',
    create: (name) => ({ name, prefix: PREFIX }),
  },
  {
    path: '/fraud/subjects',
    create: (text) => ({ subjectId: text, name: 'Somebody Unlisted' }),
    answer: { status: 200, id: 'subjectId' },
  },
  {
    path: '/admin/organizations',
    create: (name) => ({ name, plan: 'pro' }),
    change: (name) => ({ name, plan: 'enterprise' }),
    isOperators: true,
  },
  {
    path: '/webhooks',
    create: (name) => ({ name, url: 'http://127.0.0.1:9/held', events: ['held.never'] }),
    change: (name) => ({ name, active: false }),
  },
];

type Held = { tenant: Tenant; kind: Kind; id: string; shown: Shown; isBusy: boolean };

/** The settings of an organization: each is created, changed and deleted. */
export async function settingsLoad(world: World): Promise<Area> {
  const { client, tally, random, tenants, unique, platformKey } = world;
  tally.expects(KEPT, GONE);
  let held: Held[] = [];
  const gone = new Set<string>();
  const keyOf = ({ key }: Tenant, { isOperators = false }: Kind): string =>
    isOperators ? platformKey : key;
  const ask = async (key: string, method: string, path: string, body: unknown, status: number) => {
    const asked = { method, path, key, idempotencyKey: unique('setting') };
    return (await client.ask({ ...asked, ...(body !== undefined && { body }) }, status)).data;
  };

  const module = { code: 'HELD', name: 'Held', actions: ['RUN'] };
  for (const tenant of tenants) await ask(tenant.key, 'POST', '/permissions/modules', module, 201);

  const create = async (tenant: Tenant, kind: Kind): Promise<void> => {
    const body = kind.create(unique('held'));
    const { status, id: name } = kind.answer ?? { status: 201, id: 'id' };
    const data = await ask(keyOf(tenant, kind), 'POST', kind.path, body, status);
    const id = data[name] as string;
    // The original request is repeated at the end; its fields in the list change.
    held.push({ tenant, kind, id, shown: { ...body }, isBusy: false });
  };
  const change = async ({ tenant, kind, id, shown }: Held): Promise<void> => {
    const changes = kind.change!(unique('held'));
    await ask(keyOf(tenant, kind), 'PATCH', `${kind.path}/${id}`, changes, 200);
    Object.assign(shown, changes);
  };
  const remove = async (one: Held): Promise<void> => {
    const { tenant, kind, id } = one;
    await ask(keyOf(tenant, kind), 'DELETE', `${kind.path}/${id}`, undefined, 200);
    held = held.filter((other) => other !== one);
    gone.add(id);
  };
  const listOf = async (tenant: Tenant, kind: Kind): Promise<Shown[]> => {
    const { path } = kind;
    const key = keyOf(tenant, kind);
    const all: Shown[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const query = ['/webhooks', '/fraud/lists'].includes(path) ? '' : `?page=${page}&limit=100`;
      const { data } = await client.ask({ method: 'GET', path: path + query, key }, 200);
      const items = Object.values(data as object).find(Array.isArray) as Shown[];
      all.push(...items);
      more = all.length < data.total;
    }
    return all;
  };
  return {
    name: 'settings',
    async step() {
      const kind = random.pick(KINDS);
      const tenant = kind.isOperators ? tenants[0]! : random.pick(tenants);
      const there = held.filter((one) => one.tenant === tenant && one.kind === kind);
      const one = there.find(({ isBusy }) => !isBusy);
      if (there.length < MOST && (!one || random.oneIn(2))) return create(tenant, kind);
      if (!one) return;
      one.isBusy = true;
      await (kind.isOperators || (kind.change && random.oneIn(2)) ? change(one) : remove(one));
      one.isBusy = false;
    },
    async verify() {
      for (const tenant of tenants)
        for (const kind of KINDS) {
          if (kind.isOperators && tenant !== tenants[0]) continue;
          const idOf = (item: Shown) => item[kind.answer?.id ?? 'id'] as string;
          const list = await listOf(tenant, kind);
          const wanted = held.filter((one) => one.tenant === tenant && one.kind === kind);
          for (const { id, shown } of wanted) {
            const found = list.filter((item) => idOf(item) === id);
            const isShown = Object.entries(shown).every(
              ([name, value]) =>
                !(name in (found[0] ?? {})) ||
                JSON.stringify(found[0]![name]) === JSON.stringify(value),
            );
            tally.check(KEPT, found.length === 1 && isShown, () =>
              JSON.stringify([id, shown, found]),
            );
          }
          for (const item of list) {
            // A federation's member also has the settings of its owner, under a prefix.
            const isOwn = [undefined, null, PREFIX].includes(item['prefix'] as string);
            const isOurs = isOwn && JSON.stringify(item).includes('"held-');
            if (gone.has(idOf(item))) tally.broken(GONE, JSON.stringify(item));
            else if (isOurs && !wanted.some(({ id }) => id === idOf(item)))
              tally.broken(KEPT, `nobody was told: ${JSON.stringify(item)}`);
          }
        }
      tally.kept(GONE, gone.size);
    },
  };
}
