import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { FederationClient } from '../support/federation-client.ts';
import { permissionClient } from '../support/permission-client.ts';
import { cleanUp, eventually, freshDataDir, report } from '../support/process.ts';
import { ScreeningClient } from '../support/screening-client.ts';
import { startServers, type Servers } from '../support/servers/servers.ts';
import { within } from '../support/within.ts';

const LISTED = 'Persephone Achterberg';
/**
 * The limit for answers to other organizations, which take milliseconds; a request that waits for the other server
 * takes half a second.
 */
const QUICK_MS = 400;
const ROUNDS = 40;

let servers: Servers;
let app: TestApp;
let neighbour: FederationClient;
let owner: FederationClient;
let third: FederationClient;
let member: FederationClient;
beforeAll(async () => {
  servers = await startServers(dirname(await freshDataDir()));
  const url = await servers.clone();
  await servers.keepCommits(url);
  app = await startTestApp({ rateLimits: undefined, role: 'api' }, url);
  const { placement, shared } = app.db.buckets!;
  await placement.refresh(shared.read);
  const made: FederationClient[] = [];
  for (let i = 0; i < 4; i += 1) {
    const client = await FederationClient.of(app);
    await permissionClient(app, client.org).module('LOANS', ['READ']);
    made.push(client);
  }
  [neighbour, owner, third, member] = made as [
    FederationClient,
    FederationClient,
    FederationClient,
    FederationClient,
  ];
  const buckets = await Promise.all(made.map(({ id }) => app.db.buckets!.of(id)));
  expect(buckets.map(({ schema }) => schema)).toEqual([
    'bucket_000',
    'bucket_001',
    'bucket_002',
    'bucket_000',
  ]);
  const group = await owner.newGroup('OWN');
  await owner.join(group, member, 'MEM');
  const client = new ScreeningClient(app, owner.org);
  await client.importGlobal('away', `id,name\n1,${LISTED}\n`);
  await client.enrol('theirs-1', LISTED);
  await client.decide((await client.onlyHit()).id, 'false_positive');
  await owner.ask(200, 'POST', `/${group}/fraud-config/push`, { shareDecisions: true });
}, 240_000);
afterAll(async () => {
  await app.stop();
  await servers.end();
  await cleanUp();
});

async function screen(who: FederationClient) {
  const began = performance.now();
  const client = new ScreeningClient(app, who.org);
  const { status, body } = await client.call('POST', '/screen', { name: LISTED });
  return { status, data: body?.data, ms: performance.now() - began };
}

/** Screens and checks permissions for all organizations at once, repeatedly. */
async function everybody() {
  const longest = { others: 0, member: 0 };
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    // The load does not wait for the owner's own answers, which are 503 or late.
    void screen(owner).catch(() => {});
    void permissionClient(app, owner.org)
      .ask({ subject: 'user:1', capability: 'LOANS:READ' })
      .catch(() => {});
    const checked = performance.now();
    const check = async (who: FederationClient): Promise<number> => {
      const { status } = await permissionClient(app, who.org).ask({
        subject: 'user:1',
        capability: 'LOANS:READ',
      });
      expect(status).toBe(200);
      return performance.now() - checked;
    };
    const [one, two, own, ...checks] = await Promise.all([
      screen(neighbour),
      screen(third),
      screen(member),
      check(neighbour),
      check(third),
    ]);
    expect([one.status, two.status, own.status]).toEqual([200, 200, 200]);
    expect(one.data.federated).toBeUndefined();
    expect(own.data).toMatchObject({ outcome: 'block', federated: { unavailable: true } });
    longest.others = Math.max(longest.others, one.ms, two.ms, ...checks);
    longest.member = Math.max(longest.member, own.ms);
  }
  const { others, member: waited } = longest;
  return {
    others: Math.round(others),
    member: Math.round(waited),
    seconds: Math.round(performance.now() - began) / 1000,
  };
}

async function isWhole(): Promise<boolean> {
  const { status, data } = await screen(member);
  return status === 200 && data.outcome === 'clear' && data.federated.unavailable === undefined;
}

test('while the server of a federation’s owner is down, members get answers that report its missing decisions, and no other request waits', async () => {
  expect(await isWhole()).toBe(true);
  const operator = await app.platformKey();
  await servers.kill('b');
  const { others, member: waited, seconds } = await everybody();
  report(`buckets-away, killed: others ${others} ms, member ${waited} ms at most, ${seconds} s`);
  expect(others, 'timing: others').toBeLessThan(within(QUICK_MS));
  expect(waited, 'timing: the member').toBeLessThan(within(1000));
  // This list covers all organizations.
  const listed = await app.call('GET', '/api/v1/admin/dead-letters', { key: operator });
  expect(listed.status).toBe(503);
  await servers.restart('b');
  await eventually(isWhole, 5000);
});

test('while that server hangs, the process contacts it once a second and waits half a second for it', async () => {
  expect(await isWhole()).toBe(true);
  await servers.hang('b');
  try {
    const { others, member: waited, seconds } = await everybody();
    report(`buckets-away, hanging: others ${others} ms, member ${waited} ms at most, ${seconds} s`);
    expect(others, 'timing: others').toBeLessThan(within(QUICK_MS));
    expect(waited, 'timing: the member').toBeLessThan(within(1000));
    // Each request would otherwise wait for half a second.
    expect(seconds, 'timing: all').toBeLessThan(within(ROUNDS * 250) / 1000);
  } finally {
    await servers.goOn('b');
  }
  await eventually(isWhole, 10_000);
});
