import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { startTestApp, type Answer } from '../../../../test/support/app.ts';
import { DEFAULT_KINDS, LIST_KINDS, type ListKind } from '../../../matching/list-kinds.ts';
import type { Hit } from './schemas.ts';
import { within } from '../../../../test/support/within.ts';
import { CAPS } from './plan.ts';

const LISTS = '/api/v1/fraud/lists';
const SCREEN = '/api/v1/fraud/screen';
const SCREENINGS = '/api/v1/fraud/screenings';

const app = testApp({ rateLimits: undefined });
let key: string;
beforeEach(async () => {
  ({ key } = await app.org());
});

/** Kinds of lists with names of parties. */
const NAMED_KINDS = LIST_KINDS.filter((kind) => kind !== 'embargo');
const GLOBAL_KINDS = ['sanctions', 'pep', 'adverse_media'];

type Body = Record<string, unknown>;
function post(path: string, body: Body, as = key, at = app): Promise<Answer> {
  return at.call('POST', path, { key: as, body });
}
/** Screens a name and returns the answer. */
async function screen(name: string, more: Body = {}, as = key, at = app) {
  const answer = await post(SCREEN, { name, ...more }, as, at);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as {
    screeningId: string;
    screenedAt: string;
    listVersion: string;
    outcome: string;
    hits: Hit[];
  };
}
async function newList(
  kind: string,
  names: (string | Body)[],
  as = key,
): Promise<{ id: string; entryIds: string[] }> {
  const { id } = (await post(LISTS, { source: `${kind}-${Math.random()}`, name: kind, kind }, as))
    .body.data;
  const entries = names.map((name) => (typeof name === 'string' ? { name } : name));
  const { entryIds } = (await post(`${LISTS}/${id}/entries`, { entries }, as)).body.data;
  return { id, entryIds };
}
function remove(path: string): Promise<Answer> {
  return app.call('DELETE', path, { key });
}

/** All organizations share global lists, so each test that makes one uses unique names. */
async function newGlobal(kind: string, content: string): Promise<string> {
  const body = { kind, source: `g-${Math.random()}`, format: 'csv', content };
  const answer = await post('/api/v1/admin/lists', body, await app.platformKey());
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.list.id;
}

const NAME = 'Adewale Ogunbanjo';

describe('kinds', () => {
  // contract: screening/tenant-blocklist-part
  test('the default is sanctions, pep, adverse_media and the blocklists, without allowlists', async () => {
    const name = 'Kasimir Threlkeldt';
    for (const kind of GLOBAL_KINDS) await newGlobal(kind, `name\n${name}\n`);
    await newList('tenant_blocklist', [name]);
    await newList('tenant_allowlist', [name]);
    const { hits } = await screen(name);
    expect(hits.map((hit) => hit.listKind)).toEqual([...GLOBAL_KINDS, 'tenant_blocklist']);
    const all = await screen(name, { kinds: LIST_KINDS });
    expect(all.hits.map((hit) => hit.listKind)).toEqual(NAMED_KINDS);
  });

  // contract: screening/tenant-blocklist-part
  test.each(NAMED_KINDS.map((kind) => [kind]))(
    'kinds [%s] checks it and the blocklists, nothing else',
    async (kind: ListKind) => {
      const name = `Odalys ${kind.replace('_', ' ')} Brankovic`;
      for (const global of GLOBAL_KINDS) await newGlobal(global, `name\n${name}\n`);
      await newList('tenant_blocklist', [name]);
      await newList('tenant_allowlist', [name]);
      const { hits, outcome } = await screen(name, { kinds: [kind] });
      expect(new Set(hits.map((hit) => hit.listKind))).toEqual(new Set([kind, 'tenant_blocklist']));
      expect(outcome).toBe('block');
    },
  );

  // contract: screening/tenant-allowlist-off
  test('an allowlist hit is informational: it never blocks and asks for no review', async () => {
    await newList('tenant_allowlist', [NAME]);
    expect(await screen(NAME)).toMatchObject({ outcome: 'clear', hits: [] });
    expect(await screen(NAME, { kinds: ['tenant_allowlist'] })).toMatchObject({
      outcome: 'clear',
      hits: [{ listKind: 'tenant_allowlist', score: 100 }],
    });
    await newList('tenant_blocklist', [NAME]);
    expect((await screen(NAME, { kinds: ['tenant_allowlist'] })).outcome).toBe('block');
  });

  // contract: screening/tenant-allowlist-off
  test('an allowlist hit never displaces the others', async () => {
    await newList('tenant_allowlist', Array<string>(30).fill(NAME));
    await newList('tenant_blocklist', [NAME]);
    const { hits } = await screen(NAME, { kinds: ['tenant_allowlist'], limit: 3 });
    expect(hits.filter((hit) => hit.listKind === 'tenant_blocklist')).toHaveLength(1);
    expect(hits.filter((hit) => hit.listKind === 'tenant_allowlist')).toHaveLength(3);
  });

  // A mistake of the caller must not clear every name.
  test('an empty list of kinds counts as omitted', async () => {
    await newList('tenant_blocklist', [NAME]);
    const usual = await screen(NAME);
    const { hits } = await screen(NAME, { kinds: [] });
    expect(usual.hits.length).toBeGreaterThan(0);
    expect(hits).toEqual(usual.hits);
  });

  test.each([[['tenant_blocklist', 'tenant_blocklist']], [['unheard-of']], ['sanctions']])(
    'rejects the kinds %j with 400',
    async (kinds) => {
      expect((await post(SCREEN, { name: NAME, kinds })).status).toBe(400);
    },
  );
});

describe('outcome', () => {
  // contract: screening/outcome
  test('a blocklist hit blocks whatever its score; no hit is clear', async () => {
    await newList('tenant_blocklist', ['Oluwaseun Adebayo Bakare']);
    const weaker = await screen('Oluwaseun Bakare', { threshold: 50 });
    expect(weaker.hits[0]!.score).toBeLessThan(100);
    expect(weaker.outcome).toBe('block');
    expect(await screen('Margarethe Hollingsworth')).toMatchObject({ outcome: 'clear', hits: [] });
  });

  // contract: screening/outcome
  test('a sanctions hit blocks from a score of 95 on and is for review below; PEP and adverse media hits are for review', async () => {
    await newGlobal('sanctions', 'name,dob\nTiberiu Valcovescu,1970-01-01\n');
    expect(await screen('Tiberiu Valcovescu')).toMatchObject({
      outcome: 'block',
      hits: [{ score: 100 }],
    });
    const other = await screen('Tiberiu Valcovescu', { dob: '1991-12-31' });
    expect(other.hits[0]!.score).toBeLessThan(95);
    expect(other.outcome).toBe('review');
    await newGlobal('pep', 'name\nSunniva Rostadmoen\n');
    await newGlobal('adverse_media', 'name\nJoaquim Pestanheira\n');
    for (const name of ['Sunniva Rostadmoen', 'Joaquim Pestanheira'])
      expect(await screen(name)).toMatchObject({ outcome: 'review', hits: [{ score: 100 }] });
  });

  // contract: screening/outcome
  test('includes all hits, even hits beyond the limit', async () => {
    const name = 'Evangelos Papathanasakis';
    await newGlobal(
      'pep',
      `id,name\n${Array.from({ length: 5 }, (_, i) => `${i},${name}\n`).join('')}`,
    );
    await newList('tenant_blocklist', ['Evangelos Konstantinos Papathanasakis']);
    const { outcome, hits } = await screen(name, { limit: 1, threshold: 50 });
    expect(hits[0]!.listKind).toBe('pep');
    expect([outcome, hits.length]).toEqual(['block', 1]);
  });
});

describe('threshold and limit', () => {
  // contract: screening/threshold-floor-50
  test('a hit has at least the threshold, and never less than 50', async () => {
    await newList('tenant_blocklist', [
      'Adewale Ogunbanjo',
      'Adewale Okonkwo',
      'Chinedu Okonkwo',
      'Adewale Olufemi Ogunbanjo',
    ]);
    const scores = async (threshold: number) =>
      (await screen(NAME, { threshold })).hits.map((hit) => hit.score);
    const all = await scores(0);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    for (const score of all) expect(score).toBeGreaterThanOrEqual(50);
    for (const threshold of [0, 49.9, 50, 60, 75, 85, 99.5, 100])
      expect(await scores(threshold)).toEqual(all.filter((score) => score >= threshold));
    expect(await scores(100)).toEqual([100]);
  });

  test('deductions for date of birth and country count before the floor of 50', async () => {
    // A weak name scores between 50 and 58; the scorer decides the exact figure.
    await newList('tenant_blocklist', [
      { name: 'Adewale Ogunbanjo Olufemi Smith', dob: '1980-02-29', country: 'NG' },
    ]);
    const weakName = 'Adewale Martins Coker';
    const weak = (await screen(weakName, { threshold: 0 })).hits;
    expect(weak.map((hit) => Math.floor(hit.score / 8))).toEqual([6]);
    expect(
      (await screen(weakName, { threshold: 0, dob: '1955-11-05', country: 'SE' })).hits,
    ).toEqual([]);
  });

  // contract: screening/threshold-floor-50
  test('the default threshold is 85 and the default limit 20, at most 100', async () => {
    await newList('tenant_blocklist', Array<string>(120).fill(NAME));
    const asked = async (more: Body) => {
      const { screeningId, hits } = await screen(NAME, more);
      const { query } = (await app.call('GET', `${SCREENINGS}/${screeningId}`, { key })).body.data;
      return [query.threshold, query.limit, hits.length];
    };
    expect(await asked({})).toEqual([85, 20, 20]);
    expect(await asked({ limit: 7, threshold: 60 })).toEqual([60, 7, 7]);
    expect(await asked({ limit: 1000 })).toEqual([85, 100, 100]);
  });

  test.each([
    { threshold: -1 },
    { threshold: 100.1 },
    { threshold: '85' },
    { limit: 0 },
    { limit: 1.5 },
    { limit: -3 },
    { limit: '5' },
  ])('%j gets 400', async (rules) => {
    expect((await post(SCREEN, { name: NAME, ...rules })).status).toBe(400);
    expect((await post(`${SCREEN}/batch`, { items: [{ name: NAME }], ...rules })).status).toBe(400);
  });
});

describe('date of birth and country change only the score', () => {
  beforeEach(() => newList('tenant_blocklist', [{ name: NAME, dob: '1980-02-29', country: 'ng' }]));
  const scoreWith = async (more: Body): Promise<number> =>
    (await screen(NAME, more)).hits[0]?.score ?? 0;

  // contract: screening/dob-country-soft
  test('agreement or absence changes nothing', async () => {
    expect(await scoreWith({})).toBe(100);
    expect(await scoreWith({ dob: '1980-02-29' })).toBe(100);
    expect(await scoreWith({ country: 'NG' })).toBe(100);
    expect(await scoreWith({ country: 'ng', dob: '1980-02-29' })).toBe(100);
  });

  // contract: screening/dob-country-soft
  test('a difference lowers the score and never hides an exact name at the default threshold', async () => {
    const dob = await scoreWith({ dob: '1955-11-05' });
    const country = await scoreWith({ country: 'SE' });
    const both = await scoreWith({ dob: '1955-11-05', country: 'SE' });
    expect(dob).toBeLessThan(100);
    expect(country).toBeLessThan(100);
    expect(both).toBeLessThan(Math.min(dob, country));
    expect(both).toBeGreaterThanOrEqual(85);
  });

  // contract: screening/dob-country-soft
  test('neither of them alone makes a match', async () => {
    const stranger = { dob: '1980-02-29', country: 'NG', threshold: 0 };
    expect((await screen('Margarethe Hollingsworth', stranger)).hits).toEqual([]);
  });

  test.each([
    { dob: '1980-02-30' },
    { dob: '1980' },
    { country: 'UK' },
    { country: 'NGA' },
    { country: '' },
  ])('%j gets 400', async (more) => {
    expect((await post(SCREEN, { name: NAME, ...more })).status).toBe(400);
  });
});

describe('names', () => {
  // contract: lists/entry-name-canonicalised
  test('are canonicalised like entries: spelling, order, case, titles and diacritics do not matter', async () => {
    await newList('tenant_blocklist', ["Dr. Seán O'Brien-Smith Jr.", 'Ọláyínká Adébáyọ̀']);
    for (const name of [
      'sean o brien smith',
      "O'BRIEN-SMITH, Sean",
      'Mr Seán O’Brien Smith',
      'OLAYINKA ADEBAYO',
      'adebayo  olayinka',
    ])
      expect((await screen(name)).hits[0], name).toMatchObject({ score: 100 });
  });

  test.each(['', ' ', '...', '🙂', '\u0301', 'x'.repeat(501), null, 1])(
    'the name %j gets 400',
    async (name) => {
      expect((await post(SCREEN, { name })).status).toBe(400);
      const batch = await post(`${SCREEN}/batch`, { items: [{ name: NAME }, { name }] });
      expect([batch.status, batch.body.error.details[0].path]).toEqual([400, 'items[1].name']);
    },
  );

  // contract: POST /fraud/screen, screening/hits-carry-listkind
  test('a hit shows its source and its reasons', async () => {
    const { id, entryIds } = await newList('tenant_blocklist', [
      { name: NAME, dob: '1980-02-29', country: 'NG' },
    ]);
    const { hits } = await screen('Ogunbanjo Adewale');
    expect(hits).toEqual([
      {
        listKind: 'tenant_blocklist',
        listId: id,
        source: expect.stringMatching(/^tenant_blocklist-/),
        listName: 'tenant_blocklist',
        entryId: entryIds[0],
        listRevision: 1,
        name: NAME,
        matchedName: NAME,
        score: 100,
        dob: '1980-02-29',
        country: 'NG',
        explanation: expect.any(Object),
      },
    ]);
    expect(Object.keys(hits[0]!.explanation).length).toBeGreaterThan(0);
  });

  test('a hit shows the first of several names with equal final scores', async () => {
    const [listed, asked] = ['Souleyane Mohammed', 'Souleymane Mohammed'];
    const content = `id,type,name,weak_aliases\n1,person,${listed},${asked}\n`;
    await newGlobal('sanctions', content);
    expect((await screen(asked)).hits).toMatchObject([{ matchedName: listed, score: 94 }]);
  });
});

describe('freshness', () => {
  // contract: screening/entry-screened-once
  test('the next screening finds an added entry, and no deleted one', async () => {
    const { id } = await newList('tenant_blocklist', ['Someone Else']);
    for (let round = 0; round < 3; round++) {
      const { entryIds } = (await post(`${LISTS}/${id}/entries`, { entries: [{ name: NAME }] }))
        .body.data;
      expect((await screen(NAME)).hits.map((hit) => hit.entryId)).toEqual(entryIds);
      await remove(`${LISTS}/${id}/entries/${entryIds[0]}`);
      expect((await screen(NAME)).hits).toEqual([]);
    }
  });

  test('an entry that replaces another between two screenings is found, and the other is not', async () => {
    const { id, entryIds } = await newList('tenant_blocklist', [NAME]);
    await screen(NAME);
    await remove(`${LISTS}/${id}/entries/${entryIds[0]}`);
    const added = (
      await post(`${LISTS}/${id}/entries`, { entries: [{ name: 'Zipporah Wanjiru' }] })
    ).body.data;
    expect((await screen('Zipporah Wanjiru')).hits.map((hit) => hit.entryId)).toEqual(
      added.entryIds,
    );
    expect((await screen(NAME)).hits).toEqual([]);
  });

  test('a deleted list gives no hit immediately; a renamed one shows its new name', async () => {
    const { id } = await newList('tenant_blocklist', [NAME]);
    const before = await screen(NAME);
    await app.call('PATCH', `${LISTS}/${id}`, { key, body: { name: 'Renamed' } });
    expect((await screen(NAME)).hits[0]!.listName).toBe('Renamed');
    await remove(`${LISTS}/${id}`);
    expect(await screen(NAME)).toMatchObject({ outcome: 'clear', hits: [] });
    expect(before.outcome).toBe('block');
  });

  // contract: screening/entry-screened-once
  test('a second process on the same database sees changes of tenant lists immediately, and of global lists soon', async () => {
    const second = await startTestApp({ rateLimits: undefined }, app.databaseUrl);
    try {
      const { id, entryIds } = await newList('tenant_blocklist', [NAME]);
      const there = async () =>
        (await screen(NAME, {}, key, second)).hits.map((hit) => hit.entryId);
      expect(await there()).toEqual(entryIds);
      const added = (await post(`${LISTS}/${id}/entries`, { entries: [{ name: NAME }] })).body.data
        .entryIds;
      expect(await there()).toEqual([...entryIds, ...added]);
      await remove(`${LISTS}/${id}/entries/${entryIds[0]}`);
      expect(await there()).toEqual(added);
      await remove(`${LISTS}/${id}`);
      expect(await there()).toEqual([]);
      const global = await newGlobal('pep', 'name\nPerpetua Onyekachukwu\n');
      const listed = async () =>
        (await screen('Perpetua Onyekachukwu', {}, key, second)).hits.map((hit) => hit.listId);
      await expect.poll(listed, { timeout: within(2000) }).toEqual([global]);
    } finally {
      await second.stop();
    }
  });

  test('entries added while screenings run are each found as soon as their request is answered', async () => {
    const { id } = await newList('tenant_blocklist', ['Somebody Else']);
    const state = { running: true };
    const noise = (async () => {
      while (state.running) await screen('Somebody Other');
    })();
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const name = `Concurrent ${'abcdefghijkl'[i]!.repeat(6)}son`;
        const { entryIds } = (await post(`${LISTS}/${id}/entries`, { entries: [{ name }] })).body
          .data;
        expect((await screen(name, { threshold: 100 })).hits.map((hit) => hit.entryId)).toEqual(
          entryIds,
        );
      }),
    );
    state.running = false;
    await noise;
  });

  test('listVersion changes exactly when the content of a checked list does', async () => {
    const { id } = await newList('tenant_blocklist', [NAME]);
    const allow = await newList('tenant_allowlist', [NAME]);
    const version = async (more: Body = {}) => (await screen(NAME, more)).listVersion;
    const first = await version();
    expect(await version()).toBe(first);
    await app.call('PATCH', `${LISTS}/${id}`, { key, body: { name: 'Renamed' } });
    await remove(`${LISTS}/${allow.id}/entries/${allow.entryIds[0]}`);
    expect(await version()).toBe(first);
    expect(await version({ kinds: ['tenant_allowlist'] })).not.toBe(first);
    await post(`${LISTS}/${id}/entries`, { entries: [{ name: 'Ada Obi' }] });
    expect(await version()).not.toBe(first);
  });
});

describe('tenancy', () => {
  // contract: auth/keys-organization-acting
  test("another organization's lists are never visible, however often they are used", async () => {
    const stranger = (await app.org()).key;
    await newList('tenant_blocklist', [NAME], stranger);
    await newList('tenant_allowlist', [NAME], stranger);
    expect((await screen(NAME, { kinds: LIST_KINDS }, stranger)).hits).toHaveLength(2);
    expect(await screen(NAME, { kinds: LIST_KINDS, threshold: 0 })).toMatchObject({
      outcome: 'clear',
      hits: [],
    });
    await newList('tenant_blocklist', [NAME]);
    expect((await screen(NAME)).hits).toHaveLength(1);
  });

  test("another organization's screenings cannot be read or listed", async () => {
    const { screeningId } = await screen(NAME, { subjectId: 'customer-1' });
    const stranger = (await app.org()).key;
    expect((await app.call('GET', `${SCREENINGS}/${screeningId}`, { key: stranger })).status).toBe(
      404,
    );
    const listed = await app.call('GET', `${SCREENINGS}?subjectId=customer-1`, { key: stranger });
    expect(listed.body.data).toMatchObject({ items: [], total: 0 });
  });
});

describe('batch', () => {
  test('with more hits than an answer can have returns 409, and stores nothing', async () => {
    const names = Array<string>(101).fill(NAME);
    await newList('tenant_blocklist', names);
    await newList('tenant_allowlist', names);
    const kinds = ['tenant_allowlist'];
    const ask = (count: number) =>
      post(`${SCREEN}/batch`, {
        items: names.slice(0, count).map((name) => ({ name })),
        kinds,
        limit: 100,
      });
    const { all } = CAPS;
    expect(all).toBe(20_000);
    CAPS.all = 400;
    try {
      const answer = await ask(3);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
      const stored = await app.call('GET', '/api/v1/fraud/screenings', { key });
      expect(stored.body.data.total).toBe(0);
      expect((await ask(2)).body.data.results).toHaveLength(2);
    } finally {
      CAPS.all = all;
    }
  });

  // contract: screening/batch-up-1
  test('answers in the order of the items, with their refs, by the same rules as single screenings', async () => {
    await newList('tenant_blocklist', [NAME, { name: 'Ada Obi', dob: '1990-01-01' }]);
    const items = [
      { ref: 'b', name: 'Ada Obi', dob: '1955-11-05' },
      { ref: 'a', name: 'Margarethe Hollingsworth' },
      { name: NAME, country: 'ng' },
      { ref: 'a', name: NAME },
    ];
    const answer = await post(`${SCREEN}/batch`, { items, threshold: 80 });
    expect(answer.status).toBe(200);
    const { results } = answer.body.data as {
      results: (Awaited<ReturnType<typeof screen>> & { ref: string | null })[];
    };
    expect(results.map(({ ref }) => ref)).toEqual(['b', 'a', null, 'a']);
    expect(new Set(results.map(({ screeningId }) => screeningId)).size).toBe(4);
    expect(new Set(results.map(({ listVersion }) => listVersion)).size).toBe(1);
    for (const [i, { ref: _ref, ...item }] of items.entries()) {
      const alone = await screen(item.name, { ...item, threshold: 80 });
      expect(results[i]).toMatchObject({ outcome: alone.outcome, hits: alone.hits });
      const stored = await app.call('GET', `${SCREENINGS}/${results[i]!.screeningId}`, { key });
      expect(stored.body.data).toMatchObject({ outcome: alone.outcome, hits: alone.hits });
    }
  });

  // contract: screening/batch-up-1
  test('accepts 1,000 names with at most 100 hits each, and rejects 1,001 and none with 400', async () => {
    await newList('tenant_blocklist', Array<string>(120).fill(NAME));
    const items = Array.from({ length: 1000 }, (_, i) => ({
      name: i === 999 ? NAME : `Person Unknown ${i}`,
    }));
    const answer = await post(`${SCREEN}/batch`, { items, limit: 500 });
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    const { results } = answer.body.data;
    expect(results).toHaveLength(1000);
    expect(results[999].hits).toHaveLength(100);
    expect((await post(`${SCREEN}/batch`, { items: [...items, { name: 'x y' }] })).status).toBe(
      400,
    );
    expect((await post(`${SCREEN}/batch`, { items: [] })).status).toBe(400);
  });

  test('rejects all items for one bad item, and stores nothing', async () => {
    const answer = await post(`${SCREEN}/batch`, {
      items: [{ name: NAME }, { name: NAME, dob: '2023-02-30' }],
    });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'items[1].dob']);
    expect((await app.call('GET', SCREENINGS, { key })).body.data.total).toBe(0);
  });
});

describe('reading back', () => {
  // contract: lists/earlier-screenings-keep, screening/reading-back
  test('a screening is stored as it was answered, even after its entries and lists are deleted', async () => {
    const { id, entryIds } = await newList('tenant_blocklist', [NAME, NAME]);
    const answered = await screen(NAME, {
      subjectId: 'customer-17',
      country: 'ng',
      dob: '1980-02-29',
    });
    const read = async () =>
      (await app.call('GET', `${SCREENINGS}/${answered.screeningId}`, { key })).body.data;
    const expected = {
      ...answered,
      subjectId: 'customer-17',
      title: null,
      query: {
        name: NAME,
        dob: '1980-02-29',
        country: 'NG',
        kinds: DEFAULT_KINDS,
        threshold: 85,
        limit: 20,
      },
    };
    expect(await read()).toEqual(expected);
    await remove(`${LISTS}/${id}/entries/${entryIds[0]}`);
    expect(await read()).toEqual(expected);
    await remove(`${LISTS}/${id}`);
    expect(await read()).toEqual(expected);
  });

  // contract: screening/reading-back
  test('screenings are listed newest first, by subject and outcome, in pages', async () => {
    await newList('tenant_blocklist', [NAME]);
    const ids: string[] = [];
    for (const [name, subjectId] of [
      [NAME, 'a'],
      ['No Body', 'a'],
      [NAME, 'b'],
    ] as const)
      ids.unshift((await screen(name, { subjectId })).screeningId);
    const listed = async (query: string) => {
      const { items, total } = (await app.call('GET', `${SCREENINGS}${query}`, { key })).body.data;
      return [items.map((item: { screeningId: string }) => item.screeningId), total];
    };
    expect(await listed('')).toEqual([ids, 3]);
    expect(await listed('?subjectId=a')).toEqual([ids.slice(1), 2]);
    expect(await listed('?outcome=block')).toEqual([[ids[0], ids[2]], 2]);
    expect(await listed('?outcome=block&subjectId=a')).toEqual([[ids[2]], 1]);
    expect(await listed('?limit=1&page=2')).toEqual([[ids[1]], 3]);
    expect(await listed("?subjectId=a'--")).toEqual([[], 0]);
    const [item] = (await app.call('GET', `${SCREENINGS}?outcome=block`, { key })).body.data.items;
    expect(item).toMatchObject({ hitCount: 1, outcome: 'block', subjectId: 'b' });
    expect(item).not.toHaveProperty('hits');
  });

  // contract: envelope/no-personal-data
  test('no name or date of birth is logged', async () => {
    await screen('Unforgettable Personname', { dob: '1971-07-17', subjectId: 'subject-in-log' });
    await post(SCREEN, { name: 'Unforgettable Personname', dob: '1971-07-99' });
    const logs = app.logs.join('');
    for (const secret of ['Unforgettable', '1971-07', 'subject-in-log'])
      expect(logs).not.toContain(secret);
  });
});
