import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Answer, type TestApp } from '../../../../test/support/app.ts';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';
import { permissionClient } from '../../../../test/support/permission-client.ts';

/** Two processes on one database. */
let apps: TestApp[];
beforeAll(async () => {
  const first = await startTestApp({ rateLimits: undefined, role: 'api' });
  const second = await startTestApp({ rateLimits: undefined, role: 'api' }, first.databaseUrl);
  apps = [first, second];
});
afterAll(async () => {
  for (const app of apps.toReversed()) await app.stop();
});

function someone(i: number) {
  return FederationClient.of(apps[i % 2]!);
}
function may(who: FederationClient) {
  return permissionClient(who.app, who.org);
}

// contract: federation/sync-atomic-monotonic
test('syncs, removals and changes of the same organizations in several groups never block each other', async () => {
  const orgs = await Promise.all(Array.from({ length: 4 }, (_, i) => someone(i)));
  const names = ['ONE', 'TWO', 'TRE', 'FOR'];
  const groups = await Promise.all(
    [0, 1, 2].map(async (g) => {
      const owner = orgs[g]!;
      // Prefixes of two groups overlap, so claims of the two groups collide.
      const group = await owner.newGroup(names[g]!);
      for (const [i, guest] of orgs.entries())
        if (i !== g)
          await owner.join(
            group,
            guest,
            names[(i + (g === 2 ? 1 : 0)) % 4]! + (g === 2 ? 'X' : ''),
          );
      return { owner, group };
    }),
  );
  const webhooks = (who: FederationClient) =>
    who.app.call('POST', '/api/v1/webhooks', {
      key: who.org.key,
      body: { name: 'All', url: 'https://example.com/hook', events: ['*'] },
    });
  const answers: Answer[] = [];
  for (let round = 0; round < 4; round++) {
    const asked: Promise<Answer>[] = [];
    for (const { owner, group } of groups) {
      for (const [i, who] of orgs.entries()) {
        const body = { code: `M${round}`, name: 'M', actions: ['A'] };
        asked.push(may(who).call('POST', '/modules', body));
        asked.push(who.call('POST', `/${group}/${(i + round) % 2 ? 'pull' : 'push'}`));
      }
      asked.push(owner.call('POST', `/${group}/fraud-config/push`, { body: { threshold: 80 } }));
      asked.push(webhooks(orgs[round]!));
      const last = orgs[3]!;
      if (round === 2) asked.push(owner.removing(group, last.id));
    }
    answers.push(...(await Promise.all(asked)));
  }
  const outcomes = answers.map(outcomeOf);
  const allowed = new Set(['200', '201', '403 FORBIDDEN', '404 NOT_FOUND', '409 CONFLICT']);
  expect(outcomes.filter((outcome) => !allowed.has(outcome))).toEqual([]);
  // All remaining imports belong to current members.
  const { rows } = await apps[0]!.db.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM permission_imports i
     WHERE NOT EXISTS (SELECT FROM federation_members m JOIN federation_members t ON t.group_id = m.group_id
       WHERE m.id = i.source AND m.status = 'ACTIVE' AND t.org_id = i.org_id AND t.status = 'ACTIVE')`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('a member that cannot accept a push does not affect other members, and can do everything else', async () => {
  const [owner, full, roomy] = (await Promise.all([0, 1, 2].map(someone))) as [
    FederationClient,
    FederationClient,
    FederationClient,
  ];
  const group = await owner.newGroup('OWN');
  await owner.join(group, full, 'FUL');
  await owner.join(group, roomy, 'ROO');
  await may(owner).module('PAY', ['SEND']);
  await may(owner).role('clerk', ['PAY:SEND']);
  await may(full).module('OWN', ['A']);
  await owner.app.db.pool.query(
    `INSERT INTO permission_roles (org_id, id, prefix, source_id, name, capabilities, inherits)
     SELECT $1, 'role_' || n, 'ZZ', 's' || n, 'r', '{}', '{}' FROM generate_series(1, 10000) AS n`,
    [full.id],
  );
  const pushed = await owner.ask(200, 'POST', `/${group}/push`, {});
  expect(pushed.members).toHaveLength(2);
  const imported = async (who: FederationClient) =>
    (await may(who).call('GET', '/modules')).body.data.items.filter(
      (item: { prefix: string | null }) => item.prefix === 'OWN',
    ).length;
  expect([await imported(full), await imported(roomy)]).toEqual([0, 1]);
  const pulled = await full.ask(200, 'POST', `/${group}/pull`, {});
  expect(pulled.members.map(({ result }: { result: string }) => result)).toEqual(
    expect.arrayContaining(['refused']),
  );
  expect(JSON.stringify(pulled.members)).toContain('at most 10000 imported roles');
  // Imports do not count in the organization's own limits.
  await may(full).role('own', []);
});
