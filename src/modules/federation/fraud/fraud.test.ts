import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Command, Opened } from '../../../cli/commands.ts';
import { parse } from '../../../cli/parser.ts';
import { screenCommands } from '../../../cli/screen.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let imports = 0;
/** A listed person that no other test lists. */
let listed: string;
let owner: FederationClient;
let member: FederationClient;
let guest: FederationClient;
let group: string;

beforeEach(async () => {
  [owner, member, guest] = (await Promise.all(
    Array.from({ length: 3 }, () => FederationClient.of(app)),
  )) as [FederationClient, FederationClient, FederationClient];
  group = await owner.newGroup('OWN');
  await owner.join(group, member, 'MEM');
  await owner.invite(group, guest, 'GST');
  imports += 1;
  const surname = [
    'Achterberg',
    'Balewansky',
    'Cruickshank',
    'Dzhugash',
    'Eyjolfsdottir',
    'Farquharson',
    'Goldsworthy',
    'Huddlestone',
    'Iwaszkiewicz',
    'Jankelowitz',
  ][imports - 1];
  listed = `Persephone ${surname}`;
  await screens(owner).importGlobal(`fed-${imports}`, `id,name\n1,${listed}\n`);
});

function screens(who: FederationClient) {
  return new ScreeningClient(app, who.org);
}
function push(config: object = {}, who = owner, to = group) {
  return who.ask(200, 'POST', `/${to}/fraud-config/push`, config);
}
function screen(who: FederationClient, more: object = {}) {
  return screens(who).ask(200, 'POST', '/screen', { name: listed, ...more });
}
function kindsOf(hits: { listKind: string }[]) {
  return hits.map(({ listKind }) => listKind);
}

// contract: federation/owner-operations-403, federation/invited-skipped-pull
test('the owner gives the fraud configuration to active members, and each of them sees its copy', async () => {
  const first = { kinds: ['pep'], threshold: 70, shareDecisions: true };
  expect(await push(first)).toEqual({
    groupId: group,
    revision: 1,
    fraudConfig: { revision: 1, profile: null, ...first },
    members: [{ organizationId: member.id, prefix: 'MEM' }],
  });
  expect(await push({ threshold: null })).toMatchObject({
    fraudConfig: { revision: 2, profile: null, ...first, threshold: null },
  });
  for (const [who, config] of [
    [owner, { revision: 2, profile: null, ...first, threshold: null }],
    [member, { revision: 2, profile: null, ...first, threshold: null }],
    [guest, null],
  ] as const)
    expect((await who.ask(200, 'GET', `/${group}/sync`)).fraudConfig).toEqual(config);
  const named = (organizationId: string) =>
    owner.call('POST', `/${group}/fraud-config/push`, { body: { organizationId } });
  expect(outcomeOf(await named(guest.id))).toBe('404 NOT_FOUND');
  expect(outcomeOf(await named(owner.id))).toBe('400 BAD_REQUEST');
  expect(outcomeOf(await named(member.id))).toBe('200');
  for (const who of [member, guest])
    expect(outcomeOf(await who.call('POST', `/${group}/fraud-config/push`))).toBe('403 FORBIDDEN');
  for (const wrong of [{ kinds: ['tenant_allowlist'] }, { threshold: 101 }]) {
    const answer = await owner.call('POST', `/${group}/fraud-config/push`, { body: wrong });
    expect(outcomeOf(answer)).toBe('400 BAD_REQUEST');
  }
});

// contract: federation/fraud-configuration-changes
test('kinds and threshold become a member’s defaults, marked as federated, and a request overrides them', async () => {
  const near = `${listed}son`;
  const usual = await screen(member);
  expect([usual.outcome, 'federated' in usual]).toEqual(['block', false]);
  await push({ kinds: ['pep'] });
  expect(await screen(member)).toMatchObject({
    outcome: 'clear',
    hits: [],
    federated: { groupIds: [group], defaults: ['kinds'] },
  });
  const own = await screen(member, { kinds: ['sanctions'] });
  expect([kindsOf(own.hits), own.federated]).toEqual([
    ['sanctions'],
    { groupIds: [group], defaults: [] },
  ]);
  await push({ kinds: null, threshold: 60 });
  expect((await screen(member, { name: near, threshold: 99 })).hits).toEqual([]);
  const wide = await screen(member, { name: near });
  expect([kindsOf(wide.hits), wide.federated.defaults]).toEqual([['sanctions'], ['threshold']]);
  const batch = await screens(member).ask(200, 'POST', '/screen/batch', {
    items: [{ name: near }],
  });
  expect(batch.results[0]).toMatchObject({ federated: wide.federated, hits: wide.hits });
  const folder = await mkdtemp(join(tmpdir(), 'oriki-fraud-'));
  const [file, out] = [join(folder, 'names.csv'), join(folder, 'results.jsonl')];
  await writeFile(file, `name\n${near}\n`);
  const bulk = ['screen', '--org', member.id, '--file', file, '--out', out, '--format', 'jsonl'];
  const opened = { db: app.db, config: { screeningMemoryBytes: 2 ** 26 } } as Opened;
  const command = screenCommands['screen'] as Extract<Command, { runWith: unknown }>;
  await command.runWith(opened, parse([...bulk, '--json']).flags);
  expect(JSON.parse(await readFile(out, 'utf8')).hits).toEqual(wide.hits);
  await rm(folder, { recursive: true });
  // The stored screening equals the answer; owner and invited organization have no federated configuration.
  const kept = await screens(member).ask(200, 'GET', `/screenings/${wide.screeningId}`);
  expect(kept).toMatchObject({ federated: wide.federated, query: { threshold: 60 } });
  expect(kept.query).not.toHaveProperty('federated');
  for (const who of [owner, guest]) expect(await screen(who)).not.toHaveProperty('federated');
});

test('a member’s own blocklist is checked with the same threshold, whatever the group’s configuration', async () => {
  const list = await screens(member).newList();
  await screens(member).add(list, listed);
  await push({ kinds: ['pep'] });
  const { outcome, hits } = await screen(member);
  expect([outcome, kindsOf(hits)]).toEqual(['block', ['tenant_blocklist']]);
  const near = { name: listed.replace('Persephone', 'Persephona') };
  const score = (await screen(member, near)).hits[0].score;
  await push({ kinds: ['sanctions'], threshold: Math.min(100, score + 1) });
  const strict = await screen(member, near);
  expect([strict.outcome, kindsOf(strict.hits)]).toEqual(['block', ['tenant_blocklist']]);
  expect(kindsOf((await screen(member, { ...near, threshold: 100 })).hits)).toEqual([]);
  await push({ threshold: 60 });
  expect((await screen(member, near)).hits).toHaveLength(2);
});

test('a configuration has no effect once it is removed, or once owner or member has lost the plan', async () => {
  const isMarked = async () => 'federated' in (await screen(member));
  await push({ kinds: ['pep'], threshold: 99, shareDecisions: true });
  for (const who of [owner, member]) {
    const set = (plan: string) =>
      app.db.pool.query('UPDATE organizations SET plan = $2 WHERE id = $1', [who.id, plan]);
    expect(await isMarked()).toBe(true);
    await set('pro');
    expect(await isMarked()).toBe(false);
    await set('enterprise');
  }
  await push({ kinds: null, threshold: null, shareDecisions: false });
  expect(await isMarked()).toBe(false);
});

test('a profile of weights applies to members without their own; of several groups, the most lenient one counts', async () => {
  await screens(owner).importGlobal(`fed-facts-${imports}`, `id,name,type\n1,${listed}x,person\n`);
  const facts = { name: `${listed}x`, gender: 'male', type: 'vessel' };
  const profileOf = async () => {
    const { hits, federated } = await screen(member, facts);
    const found = hits.find((hit: { name: string }) => hit.name === `${listed}x`);
    return [found.explanation.facts.profile, federated?.defaults];
  };
  expect(await profileOf()).toEqual(['standard', undefined]);
  await push({ profile: 'strict' });
  expect(await profileOf()).toEqual(['strict', ['profile']]);
  const other = await guest.newGroup('GST');
  await guest.join(other, member, 'MEM');
  await push({ profile: 'lenient' }, guest, other);
  expect(await profileOf()).toEqual(['lenient', ['profile']]);
  expect((await screen(member)).federated.defaults).toEqual([]);
  await screens(member).ask(200, 'PATCH', '/profile', { profile: 'standard' });
  expect(await profileOf()).toEqual(['standard', []]);
});

test('a screening uses all kinds and the lowest threshold of several groups, whatever the order of joining', async () => {
  const other = await guest.newGroup('GST');
  await guest.join(other, member, 'MEM');
  await push({ kinds: ['pep'], threshold: 90 });
  await push({ kinds: ['sanctions'], threshold: 75 }, guest, other);
  const { screeningId, federated } = await screen(member);
  expect(federated.groupIds.toSorted()).toEqual([group, other].toSorted());
  const { query } = await screens(member).ask(200, 'GET', `/screenings/${screeningId}`);
  expect(query).toMatchObject({ threshold: 75 });
  expect(query.kinds.toSorted()).toEqual(['pep', 'sanctions', 'tenant_blocklist']);
});

describe('decisions that the owner shares', () => {
  async function decide(who: FederationClient, decision: string, more: { dob?: string } = {}) {
    const client = screens(who);
    await client.enrol('theirs-1', listed, more);
    await client.decide((await client.onlyHit()).id, decision);
  }
  const settled = async (more: object = {}) => {
    const { outcome, hits } = await screen(member, more);
    return [outcome, hits[0]?.decision, hits[0]?.federated];
  };
  const CLEAR = ['clear', 'false_positive', true];
  const BLOCK = ['block', undefined, undefined];

  // contract: federation/fraud-configuration-changes
  test('while the owner’s decisions apply, they settle hits on persons with the same data, whatever ids the member uses', async () => {
    await decide(owner, 'false_positive', { dob: '1980-01-01' });
    const same = { dob: '1980-01-01' };
    expect(await settled(same)).toEqual(BLOCK);
    await push({ shareDecisions: true });
    expect(await settled(same)).toEqual(CLEAR);
    expect(await settled({ ...same, subjectId: 'mine-1' })).toEqual(CLEAR);
    expect((await settled())[0]).toBe('block');
    expect((await settled({ dob: '1980-01-02', threshold: 50 }))[1]).toBeUndefined();
    const client = screens(owner);
    await client.decide((await client.onlyHit()).id, 'true_match');
    expect(await settled(same)).toEqual(BLOCK);
    await client.decide((await client.onlyHit()).id, 'false_positive');
    expect(await settled(same)).toEqual(CLEAR);
    await client.ask(200, 'DELETE', '/subjects/theirs-1');
    expect(await settled(same), 'the owner has erased the person').toEqual(BLOCK);
  });

  test('the owner’s decisions are read together for all names of a batch, each for its own person', async () => {
    await decide(owner, 'false_positive');
    await push({ shareDecisions: true });
    const others = Array.from({ length: 9 }, (_, i) => ({ name: listed, dob: `198${i}-01-01` }));
    const items = [{ name: listed }, ...others, { name: 'Nobody' }];
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { results } = await screens(member).ask(200, 'POST', '/screen/batch', { items });
    const texts = query.mock.calls.map(([first]) => {
      return typeof first === 'string' ? first : (first as { text?: string }).text;
    });
    query.mockRestore();
    const reads = texts.filter((text) => text?.includes('decided_subject_hash = ANY')).length;
    // Each bucket is read once, and once more if a list changes during the read.
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(items.length / 2);
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'clear',
      ...others.map(() => 'block'),
      'clear',
    ]);
  });

  test('the owner’s decisions rank below the member’s own, and end with the entry and with the membership', async () => {
    await decide(owner, 'false_positive');
    await push({ shareDecisions: true });
    expect(await settled()).toEqual(CLEAR);
    await decide(member, 'true_match');
    expect(await settled()).toEqual(BLOCK);
    const own = screens(member);
    await own.decide((await own.onlyHit()).id, 'false_positive');
    expect(await settled({ subjectId: 'theirs-1' })).toEqual([
      'clear',
      'false_positive',
      undefined,
    ]);
    await owner.removing(group, member.id);
    expect(await settled()).toEqual(BLOCK);
    await owner.join(group, member, 'MEM');
    expect(await settled(), 'nothing comes back with a new membership').toEqual(BLOCK);
  });
});
