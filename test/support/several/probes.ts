import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered, Asked } from './client.ts';
import type { Place } from './cluster.ts';
import { madeUpName } from './load/names.ts';
import type { World } from './world.ts';

const INDEX = 'every process screens against a change of a list within 2 s';
const PERMISSIONS = 'every process answers checks by a change of permissions within 2 s';
const REVOKED = 'every process refuses a revoked key within 5 s';
const CACHED_MS = 2000;
const REVOKED_MS = 5000;
/** The time to wait for an unavailable process; after that it counts as not observed. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 700;

/** Sends a request directly to a process, as soon as it answers. */
type Look = (place: Place) => Promise<Answered>;

/**
 * Repeats a request to each process until it knows a change that was acknowledged at `since`. Requests sent more than
 * `withinMs` later must find the change, including those to a process that was suspended in the meantime.
 */
async function everywhere(
  world: World,
  promise: string,
  withinMs: number,
  since: number,
  look: Look,
  isNew: (answer: Answered) => boolean | undefined,
): Promise<void> {
  const ask = async (place: Place): Promise<void> => {
    for (let last = 0; performance.now() - since < PATIENCE_MS;) {
      const answer = await look(place).catch(() => undefined);
      const known = answer && isNew(answer);
      if (answer === undefined || known === undefined) {
        await sleep(100);
        continue;
      }
      last = answer.sentAt - since;
      if (known || last > withinMs) {
        world.tally.check(
          promise,
          known,
          () => `${place.name} did not know ${Math.round(last)} ms later`,
        );
        return;
      }
      await sleep(50);
    }
  };
  await Promise.all(world.cluster.apis.map(ask));
}

function direct(world: World, asked: Asked): Look {
  return (place) => world.client.once(asked, place.url);
}

/** Adds and removes entries, grants and keys, and measures when each process knows. */
export async function startProbes(world: World): Promise<{ stop: () => Promise<void> }> {
  const { client, tally, random, tenants, unique, platformKey } = world;
  tally.expects(INDEX, PERMISSIONS, REVOKED);
  const { key, id: orgId } = tenants[1]!;
  const post = (path: string, body: unknown, status: number, by = key): Promise<Answered> =>
    client.ask({ method: 'POST', path, key: by, body, idempotencyKey: unique('probe') }, status);
  const remove = (path: string): Promise<Answered> =>
    client.ask({ method: 'DELETE', path, key, idempotencyKey: unique('probe') }, 200);
  const when = (answer: Answered, known: boolean): boolean | undefined =>
    answer.status === 200 ? known : undefined;

  const list = await post(
    '/fraud/lists',
    { source: 'probe', name: 'Probe', kind: 'tenant_blocklist' },
    201,
  );
  const index = async (): Promise<void> => {
    const name = madeUpName(random);
    const path = `/fraud/lists/${list.data.id}/entries`;
    const added = await post(path, { entries: [{ name }] }, 201);
    const [id] = added.data.entryIds as [string];
    const found = ({ data }: Answered): boolean =>
      (data.hits as { entryId: string }[]).some(({ entryId }) => entryId === id);
    const look = direct(world, { method: 'POST', path: '/fraud/screen', key, body: { name } });
    await everywhere(world, INDEX, CACHED_MS, added.answeredAt, look, (answer) =>
      when(answer, answer.status === 200 && found(answer)),
    );
    const { answeredAt } = await remove(`${path}/${id}`);
    await everywhere(world, INDEX, CACHED_MS, answeredAt, look, (answer) =>
      when(answer, answer.status === 200 && !found(answer)),
    );
  };

  await post('/permissions/modules', { code: 'PROBE', name: 'Probe', actions: ['RUN'] }, 201);
  const role = await post(
    '/permissions/roles',
    { name: 'Probe', capabilities: ['PROBE:RUN'] },
    201,
  );
  const permissions = async (): Promise<void> => {
    const subject = unique('probe');
    const grant = await post('/permissions/assignments', { subject, roleId: role.data.id }, 201);
    const body = { subject, capability: 'PROBE:RUN' };
    const look = direct(world, { method: 'POST', path: '/permissions/check', key, body });
    await everywhere(world, PERMISSIONS, CACHED_MS, grant.answeredAt, look, (answer) =>
      when(answer, answer.data?.allowed === true),
    );
    const { answeredAt } = await remove(`/permissions/assignments/${grant.data.id}`);
    await everywhere(world, PERMISSIONS, CACHED_MS, answeredAt, look, (answer) =>
      when(answer, answer.data?.allowed === false),
    );
  };

  const revocation = async (): Promise<void> => {
    const created = await post(
      '/admin/keys',
      { organizationId: orgId, scopes: ['threads:manage'] },
      201,
      platformKey,
    );
    const look = direct(world, { method: 'GET', path: '/channels', key: created.data.key });
    // These requests go to all processes that can have the key in memory.
    await Promise.all(world.cluster.apis.map((place) => look(place).catch(() => {})));
    const { answeredAt } = await post(
      `/admin/keys/${created.data.id}/revoke`,
      {},
      200,
      platformKey,
    );
    await everywhere(world, REVOKED, REVOKED_MS, answeredAt, look, ({ status }) =>
      // 429: too many requests from this address were rejected.
      status === 401 || status === 429 ? true : status === 200 ? false : undefined,
    );
  };

  const state = { stopped: false };
  const again = async (probe: () => Promise<void>): Promise<void> => {
    while (!state.stopped) {
      // A fault has been counted where it was seen.
      await probe().catch(() => {});
      await sleep(random.below(PAUSE_MS));
    }
  };
  const running = Promise.all([index, permissions, revocation].map(again));
  running.catch(() => {});
  return {
    async stop() {
      state.stopped = true;
      await running;
    },
  };
}
