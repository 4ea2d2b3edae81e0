import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ScreeningOrg, screeningPlace } from '../../../../../test/support/screening-place.ts';
import { listSubjects, searchSubjects } from '../subjects.ts';
import type { SearchSubjects } from '../schemas.ts';
import { storeMissingWords, wordsIn } from './words.ts';

const place = screeningPlace();
let org: ScreeningOrg;
beforeEach(async () => {
  org = await place.org();
});

async function found(text: string, more: Partial<SearchSubjects> = {}, by = org) {
  const { items } = await searchSubjects(by.db.read, by.id, { text, ...more });
  return items.map(({ subjectId }) => subjectId);
}
async function storedWords(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM screening_words WHERE org_id = ${org.id} ORDER BY word`.execute(org.db.read);
  return rows.map(({ word }) => word);
}

describe('a search of subjects', () => {
  test('finds beginnings of words of names, aliases and ids, in any order, without case and accents', async () => {
    await org.enrol('CUS_17', 'Adébáyọ̀ O’Neil-Okonkwo', { aliases: ['J.P. Мухаммед'] });
    await org.enrol('V-99', 'Ada Okafor');
    for (const text of ['adebayo', 'OKON', 'okonkwo ade', 'neil', 'p', 'мухам', 'cus_17', '17 ade'])
      expect([text, await found(text)]).toEqual([text, ['CUS_17']]);
    expect(await found('ok')).toEqual(['CUS_17', 'V-99']);
    for (const text of ['debayo', 'okafor adebayo', '…', '%', "' OR ''='"])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  test('counts all matches and returns the first ones by id', async () => {
    await org.enrolAll(['c', 'a', 'b'].map((subjectId) => ({ subjectId, name: 'Bola Adeyemi' })));
    const answer = await searchSubjects(org.db.read, org.id, { text: 'bola', limit: 2 });
    expect(answer).toMatchObject({
      items: [{ subjectId: 'a' }, { subjectId: 'b' }],
      total: 3,
      totalIsExact: true,
      limit: 2,
    });
  });

  test('reflects a second enrolment and a deletion, and leaves no word', async () => {
    await org.enrol('a', 'Bola Adeyemi', { aliases: ['Tunde'] });
    await org.enrol('a', 'Bola Lawal');
    expect([await found('adeyemi'), await found('tunde'), await found('lawal')]).toEqual([
      [],
      [],
      ['a'],
    ]);
    expect(await storedWords()).toEqual(['a', 'bola', 'lawal']);
    await org.forget('a');
    expect(await storedWords()).toEqual([]);
  });

  test('finds no subject of another organization', async () => {
    await org.enrol('a', 'Bola Adeyemi');
    expect(await found('bola', {}, await place.org())).toEqual([]);
  });

  test('returns only the subjects of a country, as the list does, and those with or without open hits', async () => {
    await org.add(await org.newList(), 'Zzyzx Loggerson');
    await org.enrol('a', 'Zzyzx Loggerson', { country: 'NG' });
    await org.enrol('b', 'Zzyzx Adeyemi', { country: 'NG' });
    await org.enrol('c', 'Zzyzx Lawal', { country: 'GH' });
    const listed = async (query: object) =>
      (await listSubjects(org.db.read, org.id, query)).items.map(({ subjectId }) => subjectId);
    for (const [filter, ids] of [
      [{ country: 'ng' }, ['a', 'b']],
      [{ hasOpenHits: true }, ['a']],
      [{ hasOpenHits: false }, ['b', 'c']],
      [{ hasOpenHits: false, country: 'NG' }, ['b']],
    ] as const)
      expect([await listed(filter), await found('zzyzx', filter)]).toEqual([ids, ids]);
    const hit = await org.onlyHit();
    await org.decide(hit.id, 'false_positive');
    expect(await listed({ hasOpenHits: true })).toEqual([]);
  });
});

test('the worker stores the words of subjects that an earlier version enrolled, even if that version enrols them again', async () => {
  await org.enrolAll([
    { subjectId: 'a', name: 'Bola Adeyemi' },
    { subjectId: 'b', name: 'Bola Lawal' },
  ]);
  await sql`DELETE FROM screening_words WHERE org_id = ${org.id}`.execute(org.db.read);
  await sql`UPDATE screening_subjects SET words_version = NULL
    WHERE org_id = ${org.id} AND subject_id = 'a'`.execute(org.db.read);
  await sql`UPDATE screening_subjects SET name = 'Tunde', version = version + 1
    WHERE org_id = ${org.id} AND subject_id = 'b'`.execute(org.db.read);
  const { signal } = new AbortController();
  expect(await storeMissingWords(org.db, signal)).toBeGreaterThanOrEqual(2);
  expect(await storedWords()).toEqual(['a', 'adeyemi', 'b', 'bola', 'tunde']);
  expect(await storeMissingWords(org.db, signal)).toBe(0);
});

test('stores at most 50 different words, each cut to 60 characters', () => {
  const many = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ');
  expect(wordsIn(many)).toHaveLength(50);
  expect(wordsIn('Ada ada ÁDA')).toEqual(['ada']);
  expect(wordsIn('𝐱'.repeat(100), '𠀀'.repeat(100))).toEqual(['x'.repeat(60), '𠀀'.repeat(60)]);
});
