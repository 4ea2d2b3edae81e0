import { setTimeout as sleep } from 'node:timers/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Parts } from '../../../src/platform/db/buckets/two-phase.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { oriki } from '../../support/command-line.ts';
import { FederationClient } from '../../support/federation-client.ts';
import { permissionClient } from '../../support/permission-client.ts';
import { cleanUp, eventually, freshDataDir, report, seeded } from '../../support/process.ts';
import { startServers, type Servers } from '../../support/servers/servers.ts';
import {
  halfDone,
  importsDue,
  syncsOf,
  torn,
  type Attempt,
  type Reading,
} from '../../support/servers/syncs.ts';

const KILLS = 20;
const PAUSE_MS = 400;
/** The maximum delay of the second phase: without a delay, kills and reads seldom happen between the two phases. */
const PUT_OFF_MS = 60;

let servers: Servers;
let app: TestApp;
beforeAll(async () => {
  servers = await startServers(dirname(await freshDataDir()));
  const url = await servers.clone();
  await servers.keepCommits(url);
  app = await startTestApp({ rateLimits: undefined }, url);
  const { placement, shared } = app.db.buckets!;
  await placement.refresh(shared.read);
}, 240_000);
afterAll(async () => {
  await app.stop();
  await servers.end();
  await cleanUp();
});

const STATE = { stopped: false };
const wrong: string[] = [];

/** Repeats a request until its answer does not mean that a server is unavailable. */
async function insist<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await sleep(20);
  }
}

/** Records answers that the contract does not allow while a server is unavailable. */
function expected(what: string, { status, text }: { status: number; text: string }): boolean {
  if (status !== 200 && status !== 201 && status !== 503) wrong.push(`${what}: ${status} ${text}`);
  return status < 300;
}

async function inBucketOf(orgId: string, text: string): Promise<{ n: number }[]> {
  const bucket = await app.db.buckets!.of(orgId);
  return (await bucket.query(text, [orgId])).rows;
}

type Member = { client: FederationClient; prefix: string; module: string };

/** Creates a group with two organizations on each server; the owner is on the server of the shared tables. */
async function sixMembers(): Promise<{ group: string; members: Member[] }> {
  const members: Member[] = [];
  for (const prefix of ['OWN', 'BA', 'CA', 'HB', 'BB', 'CB']) {
    const client = await FederationClient.of(app);
    const module = await permissionClient(app, client.org).module('M', ['READ']);
    members.push({ client, prefix, module });
  }
  const [owner, ...others] = members;
  const group = await owner!.client.newGroup('OWN');
  for (const { client, prefix } of others) await owner!.client.join(group, client, prefix);
  return { group, members };
}

/** Changes its shared state, and pushes it or pulls from the others, repeatedly. */
async function sync(
  group: string,
  { client, module, prefix }: Member,
  attempts: Attempt[],
  below: (limit: number) => number,
): Promise<void> {
  const permissions = permissionClient(app, client.org);
  for (let n = 0; !STATE.stopped; n += 1) {
    await insist(async () => {
      const answer = await permissions.call('PATCH', `/modules/${module}`, { name: `M ${n}` });
      return expected('PATCH', answer) || undefined;
    });
    const [head] = await insist(() =>
      inBucketOf(
        client.id,
        'SELECT own_revision::int AS n FROM permission_heads WHERE org_id = $1',
      ),
    );
    const dice = below(10);
    const kind = dice === 0 ? 'pull' : dice === 1 && prefix === 'OWN' ? 'fraud_config' : 'push';
    const path = kind === 'fraud_config' ? 'fraud-config/push' : kind;
    const body = kind === 'fraud_config' ? { threshold: 60 + below(30) } : {};
    const answer = await client.call('POST', `/${group}/${path}`, { body });
    const done = expected(path, answer);
    attempts.push({
      kind,
      by: client.id,
      state: head!.n,
      revision: done ? answer.body.data.revision : undefined,
    });
    await sleep(below(20));
  }
}

/** Leaves the group and joins it again, repeatedly. */
async function comeAndGo(
  group: string,
  owner: Member,
  { client, prefix }: Member,
): Promise<number> {
  let rounds = 0;
  const during = async (
    what: string,
    statuses: number[],
    ask: () => ReturnType<typeof client.call>,
  ) =>
    insist(async () => {
      const answer = await ask();
      // A request with the answer 503 may have succeeded.
      if (statuses.includes(answer.status)) return true;
      expected(what, answer);
      return undefined;
    });
  for (; !STATE.stopped; rounds += 1) {
    await during('leave', [200, 404], () => client.removing(group, client.id));
    await during('invite', [201, 409], () => owner.client.inviting(group, client.id, prefix));
    await during('accept', [200, 409], () => client.accepting(group));
    await sleep(100);
  }
  return rounds;
}

async function watch(group: string, { client }: Member, readings: Reading[]): Promise<void> {
  while (!STATE.stopped) {
    const answer = await client.call('GET', `/${group}/sync`);
    if (!expected('GET sync', answer)) continue;
    const { revision, members } = answer.body.data;
    for (const { organizationId, importedRevision } of members)
      readings.push({
        viewer: client.id,
        source: organizationId,
        revision,
        imported: importedRevision,
      });
    await sleep(15);
  }
}

async function preparedParts(): Promise<number> {
  const all = new Set(app.db.buckets!.all.map(({ server }) => server));
  const counts = await Promise.all(
    [...all].map(async ({ pool }) => {
      const { rows } = await pool.query(
        'SELECT count(*)::int AS n FROM pg_prepared_xacts WHERE database = current_database()',
      );
      return rows[0].n as number;
    }),
  );
  return counts.reduce((sum, n) => sum + n, 0);
}

test(`a sync over three servers happens everywhere or nowhere, and no member reads half of it, while servers are killed ${KILLS} times`, async () => {
  const { below } = seeded('buckets-federation');
  const { group, members } = await sixMembers();
  const [owner, b, c, , bb, guest] = members as [Member, Member, Member, Member, Member, Member];
  const buckets = await Promise.all(members.map(({ client }) => app.db.buckets!.of(client.id)));
  expect(new Set(buckets.map(({ server }) => server)).size).toBe(3);

  const { commit } = Parts.prototype;
  vi.spyOn(Parts.prototype, 'commit').mockImplementation(async function late(this: Parts) {
    await sleep(below(PUT_OFF_MS));
    return commit.call(this);
  });

  const attempts: Attempt[][] = [[], [], []];
  const readings: Reading[] = [];
  const goingOn = Promise.all([
    ...[owner, b, c].map((one, i) => sync(group, one, attempts[i]!, below)),
    ...members.slice(0, 5).map((one) => watch(group, one, readings)),
    watch(group, bb, readings),
  ]);
  const guestRounds = comeAndGo(group, owner, guest);
  const pushed = (): number => attempts.flat().filter((one) => one.revision !== undefined).length;
  let inDoubt = 0;
  const killed = { home: 0, b: 0, c: 0 };
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = pushed();
    await eventually(() => pushed() > before + 3, 60_000);
    await sleep(below(PAUSE_MS));
    const name = (['home', 'b', 'c'] as const)[kills % 3]!;
    killed[name] += 1;
    await servers.kill(name);
    await sleep(below(PAUSE_MS));
    await servers.restart(name);
    inDoubt += await preparedParts().catch(() => 0);
  }
  const last = pushed();
  await eventually(() => pushed() > last + 20, 60_000);
  STATE.stopped = true;
  await goingOn;
  const rounds = await guestRounds;
  await eventually(async () => (await preparedParts()) === 0, 30_000);

  const all = attempts.flat();
  const failed = all.filter((one) => one.revision === undefined).length;
  const syncs = await syncsOf(app, group);
  const revision: number = (await owner.client.ask(200, 'GET', `/${group}/sync`)).revision;
  report(
    `buckets-federation: kills ${JSON.stringify(killed)}, ${all.length} syncs, ${failed} failed, ${revision} happened, ` +
      `${inDoubt} parts in doubt after restarts, ${rounds} left and came back, ${readings.length} readings`,
  );
  expect(wrong).toEqual([]);
  expect(halfDone(syncs, revision, all)).toEqual([]);
  const due = importsDue(syncs, all);
  // A member that leaves and joins has a new membership each time.
  const lasting = readings.filter(({ source }) => source !== guest.client.id);
  expect(torn(lasting, due).slice(0, 10)).toEqual([]);
  const rest: Reading[] = [];
  STATE.stopped = false;
  await Promise.all(
    members.slice(0, 5).map(async ({ client }) => {
      const { members: shown } = await client.ask(200, 'GET', `/${group}/sync`);
      for (const { organizationId, importedRevision } of shown)
        rest.push({
          viewer: client.id,
          source: organizationId,
          revision,
          imported: importedRevision,
        });
    }),
  );
  expect(
    torn(
      rest.filter(({ source }) => source !== guest.client.id),
      due,
    ),
  ).toEqual([]);
});

test('a moved bucket keeps the outcomes of its transactions: one that was in doubt ends as it was decided', async ({
  skip,
}) => {
  skip(
    servers.areNodes,
    'Citus moves nothing while a node is down, and nothing to the coordinator',
  );
  const [, b, c] = (await sixMembers()).members as [Member, Member, Member];
  const group = await b.client.newGroup('OWN');
  await b.client.join(group, c.client, 'CA');
  const { commit } = Parts.prototype;
  const committing = vi.spyOn(Parts.prototype, 'commit').mockImplementationOnce(async function cut(
    this: Parts,
  ) {
    await servers.kill('c');
    return commit.call(this);
  });
  const { revision } = await b.client.ask(200, 'POST', `/${group}/push`, {});
  const database = new URL(app.databaseUrl).pathname.slice(1);
  const said = await oriki(['buckets', 'move', 'bucket_001', '--to', 'home'], {
    DATABASE_URL: app.databaseUrl,
    ORIKI_MIGRATION_DATABASE_URL: servers.url('home', database, 'owner'),
    ORIKI_MIGRATION_SERVERS: servers.setting(app.databaseUrl, 'owner'),
  });
  expect(said.code, said.stderr).toBe(0);
  // The server was killed with its part prepared; the worker may end that part as soon as the server is back.
  expect(committing).toHaveBeenCalled();
  await servers.restart('c');
  await eventually(async () => (await preparedParts()) === 0, 30_000);
  const { placement, shared } = app.db.buckets!;
  await placement.refresh(shared.read);
  const told = (await syncsOf(app, group)).get(revision)?.told;
  expect(told?.toSorted()).toEqual([b.client.id, c.client.id].toSorted());
});
