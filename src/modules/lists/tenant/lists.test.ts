import { beforeEach, describe, expect, test } from 'vitest';
import { type ScreeningOrg, screeningPlace } from '../../../../test/support/screening-place.ts';
import type { PageInput } from '../../../platform/http/schema.ts';
import { listEntries, prepareEntries } from './entries.ts';
import { createList, getList, listLists, renameList } from './lists.ts';
import type { CreateList } from './schemas.ts';

const place = screeningPlace();
let org: ScreeningOrg;
beforeEach(async () => {
  org = await place.org();
});

const GOOD: CreateList = {
  source: 'internal:fraud',
  name: 'Known fraudsters',
  kind: 'tenant_blocklist',
};
const NOT_FOUND = { code: 'NOT_FOUND' };
const CONFLICT = { code: 'CONFLICT' };

function create(change: Partial<CreateList> = {}, of = org) {
  return of.db.transaction((tx) => createList(tx, of.id, { ...GOOD, ...change }));
}
async function newList(change: Partial<CreateList> = {}): Promise<string> {
  return (await create(change)).id;
}
function read(id: string) {
  return getList(org.db.read, org.id, id);
}
function rename(id: string, input: { name?: string }) {
  return org.db.transaction(async (tx) => (await renameList(tx, org.id, id, input)).after);
}
function entriesOf(id: string, query: PageInput = { limit: 100 }) {
  return listEntries(org.db.read, org.id, id, query);
}
async function stored(id: string) {
  return (await entriesOf(id)).items;
}

describe('creating a list', () => {
  test('returns the summary, which fetching and listing return too', async () => {
    const list = await create();
    expect(list).toEqual({
      ...GOOD,
      id: expect.stringMatching(/^list_[0-9a-hjkmnp-tv-z]{26}$/),
      entryCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: list.createdAt,
    });
    expect(await read(list.id)).toEqual(list);
    expect(await listLists(org.db.read, org.id, {})).toEqual({ lists: [list] });
  });

  test('keeps every source and name as it is', async () => {
    const names = ['x'.repeat(200), '🙂'.repeat(200), 'Ọbásanjọ́ 名簿', "'; DROP TABLE x; --"];
    for (const [i, source] of ['x'.repeat(200), 'A-z_0.9:x', '::', '0'].entries())
      expect(await create({ source, name: names[i]! })).toMatchObject({ source, name: names[i] });
  });

  // contract: lists/source-required-alphanumerics
  test('rejects a duplicate source with 409; another organization may use it', async () => {
    const id = await newList();
    const again = create({ name: 'Other', kind: 'tenant_allowlist' });
    await expect(again).rejects.toMatchObject(CONFLICT);
    const { lists } = await listLists(org.db.read, org.id, {});
    expect(lists).toMatchObject([{ id, name: GOOD.name, kind: GOOD.kind }]);
    await create({}, await place.org());
    // Sources are compared unchanged.
    await create({ source: GOOD.source.toUpperCase() });
  });

  // contract: lists/source-required-alphanumerics
  test('succeeds for exactly one of 10 concurrent calls with one source', async () => {
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => create()));
    const reasons = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toMatchObject(Array.from({ length: 9 }, () => CONFLICT));
    expect((await listLists(org.db.read, org.id, {})).lists).toHaveLength(1);
  });
});

describe('renaming a list', () => {
  // contract: lists/name-required-mutable
  test('changes only the name', async () => {
    const before = await create();
    const after = await rename(before.id, { name: 'Renamed' });
    expect(after).toEqual({ ...before, name: 'Renamed', updatedAt: after.updatedAt });
    expect(after.updatedAt >= before.updatedAt).toBe(true);
    expect(await read(before.id)).toEqual(after);
  });

  test('without a name changes nothing', async () => {
    const before = await create();
    expect(await rename(before.id, {})).toEqual(before);
    expect(await read(before.id)).toEqual(before);
  });
});

describe('deleting', () => {
  // contract: lists/hard-delete-cascading
  test('a list also deletes its entries, permanently, and frees its source', async () => {
    const id = await newList();
    await org.add(id, 'Ada Obi', 'Ben Eze');
    expect(await org.drop(id)).toEqual({ id, deleted: true });
    for (const gone of [read, entriesOf, (list: string) => org.drop(list)])
      await expect(gone(id)).rejects.toMatchObject(NOT_FOUND);
    expect((await listLists(org.db.read, org.id, {})).lists).toEqual([]);
    const { rows } = await org.db.query('SELECT FROM screening_entries WHERE list_id = $1', [id]);
    expect(rows).toHaveLength(0);
    expect(await newList()).not.toBe(id);
  });

  test('an entry removes it immediately, only the first time, and only from its own list', async () => {
    const id = await newList();
    const other = await newList({ source: 'other' });
    const [first, second] = await org.add(id, 'Ada Obi', 'Ben Eze');
    await expect(org.remove(other, first!)).rejects.toMatchObject(NOT_FOUND);
    expect(await org.remove(id, first!)).toEqual({ id: first, deleted: true });
    await expect(org.remove(id, first!)).rejects.toMatchObject(NOT_FOUND);
    expect(await entriesOf(id)).toMatchObject({ total: 1, items: [{ id: second }] });
    expect((await read(id)).entryCount).toBe(1);
  });

  test('one entry in 10 concurrent calls counts once', async () => {
    const id = await newList();
    const [entryId] = await org.add(id, 'Ada Obi', 'Ben Eze');
    const removed = await Promise.allSettled(
      Array.from({ length: 10 }, () => org.remove(id, entryId!)),
    );
    const reasons = removed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toMatchObject(Array.from({ length: 9 }, () => NOT_FOUND));
    expect((await read(id)).entryCount).toBe(1);
  });
});

describe('adding entries', () => {
  // contract: lists/identifiers-map-string
  test('stores every field, with the name as sent and canonicalised', async () => {
    const id = await newList();
    const entry = {
      name: "Dr. Seán O'Brien-Smith Jr.",
      dob: '1980-02-29',
      country: 'ie',
      identifiers: { passport: 'X1', '': 'empty key' },
      raw: { any: [1, { deep: null }], z: 1, a: 2 },
    };
    const [entryId] = await org.add(id, entry);
    expect(entryId).toMatch(/^entry_[0-9a-hjkmnp-tv-z]{26}$/);
    const found = await stored(id);
    expect(found).toEqual([
      {
        ...entry,
        id: entryId,
        canonicalName: 'sean o brien smith',
        country: 'IE',
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(JSON.stringify(found[0]!.raw), 'raw keeps the order of its members').toBe(
      '{"any":[1,{"deep":null}],"z":1,"a":2}',
    );
  });

  // contract: lists/entry-name-canonicalised
  test('keeps names as they were sent, next to their canonical forms', async () => {
    const id = await newList();
    const names = [
      ["Dr. Seán O'Brien-Smith Jr.", 'sean o brien smith'],
      ['Dr. Seán O’Brien-Smith Jr.', 'sean o brien smith'],
      ['SEAN  O.BRIEN,SMITH', 'sean o brien smith'],
      ['Ọláyínká Adébáyọ̀', 'olayinka adebayo'],
      ['Jöhn Müller', 'john muller'],
      ['Mrs. Jane   Doe', 'jane doe'],
    ] as const;
    await org.add(id, ...names.map(([name]) => name));
    const kept = (await stored(id)).map(({ name, canonicalName }) => [name, canonicalName]);
    expect(kept).toEqual(names);
  });

  // contract: lists/raw-kept-default
  test('fills in `raw` with the fields that were sent', async () => {
    const id = await newList();
    await org.add(
      id,
      { name: 'Ada Obi' },
      { name: 'Ben Eze', dob: '1990-01-02', country: 'ng', identifiers: { a: 'b' } },
      { name: 'Cy Dan', raw: {} },
      { name: 'Di Eke', country: 'ng' },
      { name: 'Ed Ojo', raw: { dob: null } },
    );
    const [ada, ben, cy, di, ed] = await stored(id);
    expect(ada).toMatchObject({ dob: null, country: null, identifiers: null });
    expect(ada!.raw).toEqual({ name: 'Ada Obi' });
    const born = { dob: '1990-01-02', country: 'NG' };
    expect(ben!.raw).toEqual({ name: 'Ben Eze', ...born, identifiers: { a: 'b' } });
    expect(cy!.raw).toEqual({});
    expect(di!.raw).toEqual({ name: 'Di Eke', country: 'NG' });
    expect(ed!.raw, 'what is sent as raw is kept').toEqual({ dob: null });
  });

  test('limits the data stored with a name, and so the size of a page', async () => {
    const text = (length: number) => 'x'.repeat(length - '{"a":""}'.length);
    const two = (more: object) =>
      prepareEntries({ entries: [{ name: 'Ada Obi' }, { name: 'Ben Eze', ...more }] });
    const id = await newList();
    await org.add(id, { name: 'Ben Eze', raw: { a: text(65_536) } });
    expect(await stored(id)).toMatchObject([{ raw: { a: text(65_536) } }]);
    for (const [field, more] of [
      ['raw', { raw: { a: text(65_537) } }],
      ['identifiers', { identifiers: { [text(65_537)]: 'b' } }],
    ] as const)
      await expect(two(more)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        details: [{ path: `entries[1].${field}` }],
      });
  });

  // contract: lists/country-iso-3166, lists/dob-iso-date
  test('keeps dates of birth, and countries in capitals', async () => {
    const id = await newList();
    const dobs = [
      '2000-02-29',
      '2024-02-29',
      '1900-12-31',
      '0001-01-01',
      '9999-12-31',
      '1582-10-10',
    ];
    const countries = ['NG', 'ng', 'Ng', 'gb', 'SS', 'cw'];
    await org.add(id, ...dobs.map((dob, i) => ({ name: 'Ada Obi', dob, country: countries[i]! })));
    expect((await stored(id)).map(({ dob, country }) => [dob, country])).toEqual(
      dobs.map((dob, i) => [dob, countries[i]!.toUpperCase()]),
    );
  });

  // contract: limits/most-1-000
  test('adds 1,000 entries in order', async () => {
    const id = await newList();
    const names = Array.from({ length: 1000 }, (_, i) => ({
      name: `Person Number ${i}`,
      raw: { i },
    }));
    const entryIds = await org.add(id, ...names);
    expect(new Set(entryIds).size).toBe(1000);
    expect(entryIds).toEqual(entryIds.toSorted());
    const page = await entriesOf(id, { limit: 100, page: 10 });
    expect(page.total).toBe(1000);
    expect(page.items.map((entry) => entry.raw['i'])).toEqual(
      Array.from({ length: 100 }, (_, i) => 900 + i),
    );
    expect(page.items[99]!.id).toBe(entryIds[999]);
    expect((await read(id)).entryCount).toBe(1000);
  });

  test('keeps equal entries separate', async () => {
    const id = await newList();
    await org.add(id, 'Ada Obi', 'Ada Obi');
    await org.add(id, 'Ada Obi');
    expect(await stored(id)).toHaveLength(3);
  });

  test('counts every one of several concurrent adds', async () => {
    const id = await newList();
    await Promise.all(Array.from({ length: 10 }, (_, i) => org.add(id, `A ${i}`, `B ${i}`)));
    expect(await read(id)).toMatchObject({ entryCount: 20 });
    expect(await stored(id)).toHaveLength(20);
  });
});

describe('reading', () => {
  // contract: lists/pagination
  test('returns entries in the order of adding, with the total, and an empty page past the end', async () => {
    const id = await newList();
    const entryIds = await org.add(id, ...Array.from({ length: 25 }, (_, i) => `N ${i}`));
    const ids = async (query: PageInput) => {
      const page = await entriesOf(id, query);
      expect(page.total).toBe(25);
      return page.items.map((entry) => entry.id);
    };
    expect(await ids({})).toEqual(entryIds.slice(0, 20));
    expect(await ids({ page: 2 })).toEqual(entryIds.slice(20));
    expect(await ids({ page: 3, limit: 7 })).toEqual(entryIds.slice(14, 21));
    expect(await ids({ limit: 1000 })).toEqual(entryIds);
    expect(await ids({ page: 4, limit: 10 })).toEqual([]);
  });

  test('returns lists in the order of creation, and only those of the organization', async () => {
    const a = await newList({ source: 'z' });
    const b = await newList({ source: 'a' });
    const { lists } = await listLists(org.db.read, org.id, {});
    expect(lists.map((list) => list.id)).toEqual([a, b]);
    const stranger = await place.org();
    expect(await listLists(stranger.db.read, stranger.id, {})).toEqual({ lists: [] });
    await expect(getList(stranger.db.read, stranger.id, a)).rejects.toMatchObject(NOT_FOUND);
  });
});

// contract: lists/global-lists-cannot
test('global lists cannot be reached by the verbs of an organization', async () => {
  const id = await place.importGlobal('global-1', 'name\nAda Obi\n');
  const renamed = (listId: string) => rename(listId, { name: 'x' });
  const added = (listId: string) => org.add(listId, 'x');
  for (const reach of [read, (list: string) => org.drop(list), renamed, entriesOf, added])
    await expect(reach(id)).rejects.toMatchObject(NOT_FOUND);
  expect((await listLists(org.db.read, org.id, {})).lists).toEqual([]);
});
