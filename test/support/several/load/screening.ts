import type { Area, Tenant, World } from '../world.ts';
import { madeUpName } from './names.ts';

const ONCE = 'an acknowledged bulk add is stored once and completely';
const REMOVED = 'a removed entry stays removed';
const FOUND = 'screening finds added entries in every process within 2 s';
/** The maximum number of entries of an organization. */
const MOST = 60;

type Entry = { id: string; name: string; addedAt: number };

/** Tenants' lists: entries are added and removed, and names are screened against them. */
export async function screeningLoad(world: World): Promise<Area> {
  const { client, tally, random, tenants, unique, sql } = world;
  tally.expects(ONCE, REMOVED, FOUND);
  const lists = new Map<Tenant, string>();
  for (const tenant of tenants) {
    const body = { source: 'load', name: 'Load', kind: 'tenant_blocklist' };
    const { data } = await client.ask(
      { method: 'POST', path: '/fraud/lists', key: tenant.key, body, idempotencyKey: 'list' },
      201,
    );
    lists.set(tenant, data.id);
  }
  const added = new Map<string, string[]>();
  const removed: string[] = [];
  const present = new Map<Tenant, Entry[]>(tenants.map((tenant) => [tenant, []]));

  const add = async (tenant: Tenant): Promise<void> => {
    const idempotencyKey = unique('add');
    const names = Array.from({ length: 1 + random.below(4) }, () => madeUpName(random));
    const entries = names.map((name) => ({ name, identifiers: { key: idempotencyKey } }));
    const path = `/fraud/lists/${lists.get(tenant)}/entries`;
    const { data, answeredAt } = await client.ask(
      { method: 'POST', path, key: tenant.key, body: { entries }, idempotencyKey },
      201,
    );
    const ids = data.entryIds as string[];
    added.set(idempotencyKey, ids);
    present
      .get(tenant)!
      .push(...ids.map((id, i) => ({ id, name: names[i]!, addedAt: answeredAt })));
  };
  const remove = async (tenant: Tenant): Promise<void> => {
    const entry = present.get(tenant)!.shift();
    if (!entry) return;
    const path = `/fraud/lists/${lists.get(tenant)}/entries/${entry.id}`;
    await client.ask(
      { method: 'DELETE', path, key: tenant.key, idempotencyKey: unique('remove') },
      200,
    );
    removed.push(entry.id);
  };
  const screen = async (tenant: Tenant): Promise<void> => {
    const among = present.get(tenant)!;
    if (among.length === 0) return;
    const entry = random.pick(among);
    const one = { name: entry.name };
    const [path, body] = random.oneIn(3)
      ? (['/fraud/screen/batch', { items: [one] }] as const)
      : (['/fraud/screen', one] as const);
    const asked = { method: 'POST', path, key: tenant.key, body };
    const { data, sentAt } = await client.ask(asked, 200);
    const { hits } = data.results?.[0] ?? data;
    // An entry that is being removed may be found or not.
    if (sentAt < entry.addedAt + 2000 || !among.includes(entry)) return;
    tally.check(
      FOUND,
      (hits as { entryId: string }[]).some(({ entryId }) => entryId === entry.id),
      () => `${entry.id} was added ${Math.round(sentAt - entry.addedAt)} ms before`,
    );
  };
  return {
    name: 'lists and screening',
    async step() {
      const tenant = random.pick(tenants);
      if (present.get(tenant)!.length > MOST) await remove(tenant);
      else if (random.oneIn(3)) await add(tenant);
      else if (random.oneIn(4)) await remove(tenant);
      else await screen(tenant);
    },
    async verify() {
      const rows = await sql<{ key: string; ids: string[] }>(
        `SELECT identifiers->>'key' AS key, array_agg(id) AS ids FROM screening_entries
         WHERE identifiers->>'key' LIKE 'add-%' GROUP BY 1`,
      );
      const stored = new Map(rows.map(({ key, ids }) => [key, new Set(ids)]));
      const gone = new Set(removed);
      for (const [key, ids] of added) {
        const kept = ids.filter((id) => !gone.has(id));
        const there = stored.get(key) ?? new Set();
        tally.check(
          ONCE,
          there.size === kept.length && kept.every((id) => there.has(id)),
          () => `${key}: ${kept.length} were acknowledged, ${there.size} are there`,
        );
        stored.delete(key);
      }
      for (const key of stored.keys()) tally.broken(ONCE, `${key}: nobody asked for it`);
      const left = await sql<{ id: string }>(
        'SELECT id FROM screening_entries WHERE id = ANY ($1)',
        [removed],
      );
      tally.check(REMOVED, left.length === 0, () => left.map(({ id }) => id).join(', '));
      for (const [tenant, list] of lists) {
        const { data } = await client.ask(
          { method: 'GET', path: `/fraud/lists/${list}`, key: tenant.key },
          200,
        );
        const [row] = await sql<{ count: string }>(
          'SELECT count(*) FROM screening_entries WHERE list_id = $1',
          [list],
        );
        tally.check(
          ONCE,
          data.entryCount === Number(row?.count),
          () => `entryCount ${data.entryCount} of ${row?.count} entries`,
        );
      }
    },
  };
}
