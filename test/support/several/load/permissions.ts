import type { Area, World } from '../world.ts';

const ONCE = 'acknowledged grants exist once, and removed ones do not';
const ORDER = 'the revision of a federation only grows';
const SHARED = "a federation's owner has the modules of its member after a pull";
const GROUPS = '/permissions/federation/groups';

/** Grants, and a federation of both organizations in which the owner pulls the member's state. */
export async function permissionsLoad(world: World): Promise<Area> {
  const { client, tally, random, tenants, unique, sql } = world;
  tally.expects(ONCE, ORDER, SHARED);
  const [owner, member] = tenants as [(typeof tenants)[0], (typeof tenants)[0]];
  const post = async (key: string, path: string, body: unknown, ...statuses: number[]) =>
    (
      await client.ask(
        { method: 'POST', path, key, body, idempotencyKey: unique('permissions') },
        ...statuses,
      )
    ).data;
  const remove = (key: string, path: string) =>
    client.ask({ method: 'DELETE', path, key, idempotencyKey: unique('permissions') }, 200);

  await post(
    owner.key,
    '/permissions/modules',
    { code: 'LOAD', name: 'Load', actions: ['RUN'] },
    201,
  );
  const role = await post(
    owner.key,
    '/permissions/roles',
    { name: 'Load', capabilities: ['LOAD:RUN'] },
    201,
  );
  const group = await post(owner.key, GROUPS, { name: 'Load', prefix: 'OWN' }, 201);
  await post(
    owner.key,
    `${GROUPS}/${group.id}/members`,
    { organizationId: member.id, prefix: 'MEM' },
    201,
  );
  await post(member.key, `${GROUPS}/${group.id}/members/accept`, {}, 200);

  /** Assignment ids by subject. */
  const granted = new Map<string, string>();
  const modules: string[] = [];
  let serial = 0;
  let revision = 0;
  let federating = false;

  const grant = async (): Promise<void> => {
    const subject = unique('user');
    const { id } = await post(
      owner.key,
      '/permissions/assignments',
      { subject, roleId: role.id },
      201,
    );
    granted.set(subject, id);
  };
  const takeBack = async (): Promise<void> => {
    const [subject, id] = [...granted][0] ?? [];
    if (subject === undefined || id === undefined) return;
    granted.delete(subject);
    await remove(owner.key, `/permissions/assignments/${id}`);
  };
  /** One at a time, so that the order is known. */
  const federate = async (): Promise<void> => {
    if (federating) return;
    federating = true;
    try {
      if (modules.length < 5) {
        const code = `MOD${(serial += 1)}`;
        const { id } = await post(
          member.key,
          '/permissions/modules',
          { code, name: code, actions: ['RUN'] },
          201,
        );
        modules.push(id);
      } else await remove(member.key, `/permissions/modules/${modules.shift()}`);
      const path = `${GROUPS}/${group.id}`;
      const pulled = random.oneIn(2)
        ? await post(owner.key, `${path}/pull`, {}, 200)
        : await post(member.key, `${path}/push`, {}, 200);
      tally.check(ORDER, pulled.revision > revision, () => `${pulled.revision} after ${revision}`);
      revision = pulled.revision;
    } finally {
      federating = false;
    }
  };
  return {
    name: 'permissions and federation',
    async step() {
      if (random.oneIn(4)) await federate();
      else if (granted.size > 100 || random.oneIn(3)) await takeBack();
      else await grant();
    },
    async verify() {
      const rows = await sql<{ subject: string; id: string }>(
        `SELECT subject, id FROM permission_assignments WHERE subject LIKE 'user-%'`,
      );
      const stored = new Map(rows.map(({ subject, id }) => [subject, id]));
      for (const [subject, id] of granted)
        tally.check(
          ONCE,
          stored.get(subject) === id,
          () => `${subject}: acknowledged ${id}, there is ${stored.get(subject) ?? 'nothing'}`,
        );
      tally.check(
        ONCE,
        rows.length === granted.size,
        () => `${rows.length} are there, ${granted.size} were acknowledged`,
      );
      await post(owner.key, `${GROUPS}/${group.id}/pull`, {}, 200);
      const modulesOf = (orgId: string, prefix: string | null) =>
        sql<{ code: string }>(
          'SELECT code FROM permission_modules WHERE org_id = $1 AND prefix IS NOT DISTINCT FROM $2 ORDER BY code',
          [orgId, prefix],
        );
      const own = await modulesOf(member.id, null);
      const shared = await modulesOf(owner.id, 'MEM');
      tally.check(
        SHARED,
        own.length > 0 && JSON.stringify(own) === JSON.stringify(shared),
        () => `${JSON.stringify(own)}, and ${JSON.stringify(shared)}`,
      );
    },
  };
}
