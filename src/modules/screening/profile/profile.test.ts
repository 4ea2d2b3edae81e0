import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import { newId } from '../../../platform/ids.ts';
import { PROFILE_NAMES, PROFILES, STANDARD } from '../../../matching/facts/profile.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';

const LISTED = 'Oluwadamilare Featherstonehaugh';
const HEADER = 'id,type,name,dob,gender,id_curp\n';
const WRONG_DATE = { name: LISTED, birthDate: '1931' };

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
beforeAll(async () => {
  client = await ScreeningClient.of(app);
  await client.importGlobal(
    'weights',
    `${HEADER}P-1,person,${LISTED},1970-05-01,Male,AIMM67125HCHRRG07\n`,
  );
});
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

function choose(profile: string, adjustments?: object) {
  return client.ask(200, 'PATCH', '/profile', { profile, ...(adjustments && { adjustments }) });
}
async function screen(more: object = WRONG_DATE) {
  const { hits, screeningId } = await client.ask(200, 'POST', '/screen', more);
  return { hit: hits[0], screeningId };
}

test('an organization that has not chosen a profile is judged by the standard profile', async () => {
  expect(await client.ask(200, 'GET', '/profile')).toEqual({
    organizationId: client.org.id,
    name: 'standard',
    version: 1,
    profile: 'standard',
    adjustments: null,
    weights: STANDARD.weights,
    mostUp: 5,
    mostDown: 15,
    contradictedCount: false,
    setAt: null,
  });
  const { hit, screeningId } = await screen();
  expect(hit.score).toBe(92);
  const { query } = await client.ask(200, 'GET', `/screenings/${screeningId}`);
  expect(query.profile).toEqual({ name: 'standard', version: 1 });
  const plain = await screen({ name: LISTED });
  expect(
    (await client.ask(200, 'GET', `/screenings/${plain.screeningId}`)).query,
  ).not.toHaveProperty('profile');
});

test('a chosen profile applies to later screenings of its organization, and is stored and explained with them', async () => {
  const other = await ScreeningClient.of(app);
  const before = await screen();
  const chosen = await choose('strict');
  expect(chosen).toMatchObject({ name: 'strict', version: 1, adjustments: null });
  const { hit, screeningId } = await screen();
  expect([hit.score, hit.explanation.facts.profile]).toEqual([88, 'strict']);
  const stored = async (id: string) => client.ask(200, 'GET', `/screenings/${id}`);
  expect((await stored(screeningId)).query.profile).toEqual({ name: 'strict', version: 1 });
  expect((await stored(before.screeningId)).hits[0].explanation.facts.profile).toBe('standard');
  await choose('lenient');
  expect((await screen()).hit.score).toBe(96);
  const theirs = await other.ask(200, 'POST', '/screen', WRONG_DATE);
  expect(theirs.hits[0].explanation.facts.profile).toBe('standard');
});

test('adjusted weights are a separate profile, whose version increases with each change', async () => {
  const first = await choose('standard', { birthDate: { different: -14 } });
  expect(first).toMatchObject({ name: 'own', version: 1, profile: 'standard' });
  expect(first.weights).toEqual({
    ...STANDARD.weights,
    birthDate: { ...STANDARD.weights.birthDate, different: -14 },
  });
  const judged = await screen();
  expect([judged.hit.score, judged.hit.explanation.facts]).toMatchObject([
    86,
    { profile: 'own', version: 1, points: -14 },
  ]);
  const second = await choose('standard', { birthDate: { different: 0 } });
  expect([second.name, second.version]).toEqual(['own', 2]);
  expect((await screen()).hit.score).toBe(100);
  expect(await choose('standard', { birthDate: {} })).toMatchObject({
    name: 'standard',
    version: 1,
  });
  const { body } = await app.call('GET', '/api/v1/audit?action=screening_profile.choose', {
    key: client.org.key,
  });
  expect(body.data.items[1].after).toMatchObject({
    name: 'own',
    version: 2,
    adjustments: { birthDate: { different: 0 } },
  });
});

test('a profile also contains the weight of a contradicting number', async () => {
  const asked = {
    name: LISTED,
    identifiers: [{ kind: 'national_id', value: 'AIMM67125HCHRRG08', country: 'MX' }],
  };
  for (const profile of PROFILE_NAMES) {
    await choose(profile);
    const points = PROFILES[profile].weights.identifier.different!;
    expect((await screen(asked)).hit.score, profile).toBe(100 + points);
  }
  await choose('standard', { identifier: { different: -3 } });
  expect((await screen(asked)).hit.score).toBe(97);
});

test('weights that would reverse agreement and contradiction are refused', async () => {
  for (const [adjustments, path] of [
    [{ birthDate: { same: -1 } }, 'adjustments.birthDate.same'],
    [{ birthDate: { same: 6 } }, 'adjustments.birthDate.same'],
    [{ gender: { different: 1 } }, 'adjustments.gender.different'],
    [{ gender: { different: -16 } }, 'adjustments.gender.different'],
    [{ gender: { near: -1 } }, 'adjustments.gender.near'],
    [{ shoes: { same: 1 } }, 'adjustments.shoes'],
  ] as const) {
    const { status, body } = await client.call('PATCH', '/profile', {
      profile: 'standard',
      adjustments,
    });
    expect([status, body.error.details[0].path]).toEqual([400, path]);
  }
});

test('the profile also applies to files, batches and enrolled subjects', async () => {
  await choose('strict');
  const batch = await client.ask(200, 'POST', '/screen/batch', { items: [WRONG_DATE] });
  expect(batch.results[0].hits[0].score).toBe(88);
  await client.enrol('s-1', LISTED, { birthDate: '1931' });
  expect((await client.onlyHit()).score).toBe(88);
  const list = await client.newList();
  await client.add(list, { name: LISTED, dob: '1970-05-01' });
  await rescreen(app, client.org.id);
  expect((await client.hits()).map(({ score }) => score)).toEqual([88, 88]);
});

test('a dry run shows which hits other weights would add and remove, in steps, and stores nothing', async () => {
  // One letter differs: agreeing facts raise it to the threshold.
  const asked = (name: string, threshold: number) => ({ name, birthDate: '1970-05-01', threshold });
  const slip = LISTED.replace('stone', 'stune');
  const { hit } = await screen({ name: slip });
  const [kept, , raised] = [
    (await screen(asked(LISTED, 90))).screeningId,
    (await screen({ name: LISTED, birthDate: '1931', threshold: 90 })).screeningId,
    (await screen(asked(slip, Math.ceil(hit.score)))).screeningId,
  ];
  const run = (more: object) => client.ask(200, 'POST', '/profile/dry-run', more);
  expect(await run({ profile: 'standard' })).toEqual({
    screenings: 3,
    appeared: 0,
    vanished: 0,
    changed: [],
    next: null,
  });
  const unraised = { profile: 'standard', adjustments: { birthDate: { same: 0 } } };
  expect(await run(unraised)).toMatchObject({
    screenings: 3,
    appeared: 0,
    vanished: 1,
    changed: [{ screeningId: raised, appeared: 0, vanished: 1, proposed: 'clear' }],
  });
  // Contradicting facts remove no hit, whatever their weight.
  expect(await run({ profile: 'strict' })).toMatchObject({ appeared: 0, vanished: 0 });
  const part = await run({ ...unraised, limit: 2 });
  expect(part.screenings).toBe(2);
  const rest = await run({ ...unraised, limit: 2, after: part.next });
  expect([rest.screenings, rest.next]).toEqual([1, null]);
  expect(await run({ profile: 'strict', after: kept })).toMatchObject({ screenings: 0 });
  expect((await client.ask(200, 'GET', '/screenings')).total).toBe(4);
  expect((await client.ask(200, 'GET', '/profile')).setAt).toBeNull();
  const wrong = await client.call('POST', '/profile/dry-run', { profile: 'strict', after: 'x' });
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'after']);
  const foreign = await run({ profile: 'strict', after: newId(SCREENING_PREFIX) });
  expect(foreign.screenings).toBe(3);
});
