import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalise,
  canonicalText,
  entityHint,
  hasCanonicalForm,
  MAX_TOKENS,
  readingsOf,
} from '../index.ts';
import { foldText } from './fold.ts';
import { buildSegment, prepareName, searchName } from '../../matching/engine/index.ts';
import { hasSyllables, textOfTokens } from '../../matching/engine/segment.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';

function canonical(text: string, entity?: 'person' | 'organization'): string {
  return canonicalText(text, entity === undefined ? {} : { entity });
}

describe('canonicalise', () => {
  test.each([
    ["Dr. Seán O'Brien-Smith Jr.", 'sean o brien smith'],
    ['  MÜLLER,   Jürgen ', 'muller jurgen'],
    ['Ọláńrewájú Ṣónékàn', 'olanrewaju sonekan'],
    ['O\u0323la\u0301n\u0301rewa\u0301ju\u0301', 'olanrewaju'],
    ['Ɗanjuma Ɓello Ƙaura Ƴar', 'danjuma bello kaura yar'],
    ['Łukasz Øster Đorđe Straße Æsir Þór', 'lukasz oster dorde strasse aesir thor'],
    ['İbrahim IŞIK ısı', 'ibrahim isik isi'],
    ['Əliyev Ŋmai Ɔkɔ Ɛdɛ', 'aliyev nmai oko ede'],
    ['Al Qa’ida Al Qaʿida', 'al qa ida al qa ida'],
    ['U.S.A. Trading', 'u s a trading'],
    ['Ｆｕｌｌ Ｗｉｄｔｈ ４２', 'full width 42'],
    ['Владимир Путин', 'владимир путин'],
    // Escapes mark the letters of the other script.
    ['Г\u0061зп\u0070\u006fм \u004fОО', 'газпром ооо'],
    ['Iv\u0430n \u0420\u0435trov', 'ivan petrov'],
    ['MTSбанк', 'mtsбанк'],
    ['مُحَمَّد عَلِي', 'محمد علي'],
    ['ប៉ុល ពត', 'ប៉ុល ពត'],
    ['বাংলা নাম', 'বাংলা নাম'],
    ['Κυριάκος Μητσοτάκης', 'κυριακοσ μητσοτακησ'],
    ['习近平', '习近平'],
    ['!!!', ''],
    ['', ''],
    ['🙂 ', ''],
    ['\ud800', ''],
    ['\u3164', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test('ignores invisible characters', () => {
    const invisible =
      '\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u2060\u2066\u3164\ufe0f\ufeff\u{e0041}';
    for (const name of ['Osama bin Laden', 'محمد علي', 'নাম বাংলা', 'Ngọc Ánh', '김정은'])
      for (const character of invisible) {
        const hidden = [...name].join(character);
        expect([hidden, canonical(hidden)]).toEqual([hidden, canonical(name)]);
      }
  });

  test('drops chains of titles, and post-nominals', () => {
    expect(canonical('Alhaja Chief Dr. Mrs. T. A. Agbabiaka LL.D')).toBe('t a agbabiaka');
    expect(canonical('His Excellency Alhaji Dr. Aliko Dangote, GCON')).toBe('aliko dangote');
    expect(canonical('Engr. Musa Bello, FNSE, MNI')).toBe('musa bello');
    expect(canonical('John Smith III')).toBe('john smith');
    expect(canonical('Rodriguez Jr., Pedro')).toBe('rodriguez pedro');
    expect(canonical('Okafor, Adaeze (Mrs)')).toBe('okafor adaeze');
    expect(canonical('OKAFOR Adaeze, Engr. (Dr.)')).toBe('okafor adaeze');
    expect(canonical('Sister Adaeze Okafor')).toBe('adaeze okafor');
  });

  test.each([
    ['Minister of Justice Abubakar Malami', 'minister of justice abubakar malami'],
    ['Secretary to the Government Boss Mustapha', 'secretary to the government boss mustapha'],
    ['Secretary General of the Council Ada Obi', 'secretary general of the council ada obi'],
    ['Malami, Minister of Justice Abubakar', 'malami minister of justice abubakar'],
    ['Minister of Justice', 'minister of justice'],
    ['President To Lam Hai', 'to lam hai'],
  ])('keeps the title of an office: %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });

  test.each([
    ['Dogara, Hon. Yakubu', 'dogara yakubu'],
    ['Dangote, Alhaji Dr. Aliko, GCON', 'dangote aliko'],
    ['AL-MASRI, Sheikh Abu Hamza', 'al masri abu hamza'],
    ['Dogara, Hon.', 'dogara hon'],
    ['Igwe, Chukwuma Paul', 'chukwuma paul'],
    ['Okonkwo, Igwe Paul', 'okonkwo paul'],
  ])('drops titles after a comma while two words remain: %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test.each([
    ['Abubakar Malami, SAN', 'abubakar malami'],
    ['ABUBAKAR MALAMI (SAN)', 'abubakar malami'],
    ['Tin Aung SAN', 'tin aung san'],
    ['SAN, Tin Aung', 'san tin aung'],
    ['Tin Aung San', 'tin aung san'],
    ['MIN AUNG, SAN', 'min aung san'],
    ['Malami, SAN', 'malami san'],
  ])('drops SAN only where it cannot be a name: %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test('keeps at least two words, even of a name made of titles', () => {
    for (const text of ['Prince', 'Chief', 'Dr', 'Sultan', 'Jr']) {
      expect(canonical(text)).toBe(text.toLowerCase());
    }
    expect(canonical('Chief Obi')).toBe('chief obi');
    expect(canonical('Dr Dr')).toBe('dr dr');
  });

  test('keeps titles that are more often family names', () => {
    expect(canonical('Peter Obi Eze')).toBe('peter obi eze');
    expect(canonical('Balogun Sultan Imam')).toBe('balogun sultan imam');
    expect(canonical('He Xiang Dong')).toBe('he xiang dong');
  });

  test.each([
    ['Chief Prince Eze Okonkwo', 'eze okonkwo'],
    ['HRH Oba Adewale Oni', 'adewale oni'],
    ['Alhaji Chief Balogun Sanusi Bello', 'balogun sanusi bello'],
    ['Dr. Sultan Ahmed Bello', 'ahmed bello'],
    ['Engr. Chief Otunba Dr. King Ade', 'king ade'],
    ['His Royal Highness Igwe Obi Eze', 'obi eze'],
    ['Honourable Justice Amina Bello', 'amina bello'],
    ['Col. Major Musa Bello (Rtd)', 'musa bello'],
    ['Shri Raj Kumar Singh', 'raj kumar singh'],
    ['Hon. Yakubu Dogara', 'yakubu dogara'],
    ['Rt. Hon. Femi Gbajabiamila', 'femi gbajabiamila'],
    ['Pastor Enoch Adeboye', 'enoch adeboye'],
    ['Alhaji Aliko Dangote', 'aliko dangote'],
    ['Chief Emeka Anyaoku', 'emeka anyaoku'],
    ['Engr. Babachir Lawal', 'babachir lawal'],
    ['Barr. Ike Ekweremadu', 'ike ekweremadu'],
    ['Comr. Adams Oshiomhole', 'adams oshiomhole'],
    ['Cllr. Musa Sani', 'musa sani'],
    ['Togbe Afede Asor', 'afede asor'],
    ['Osagyefo Kwame Nkrumah', 'kwame nkrumah'],
    ['Hadja Mariama Sow', 'mariama sow'],
    ['John Okoro Sr.', 'john okoro'],
    ['John Okoro Jr.', 'john okoro'],
    ['John Okoro III', 'john okoro'],
    ['Hon. Dogara', 'hon dogara'],
    ['Oba', 'oba'],
    ['Dr. Oba', 'dr oba'],
    ['Prince King Sultan', 'king sultan'],
  ])('drops titles while two words remain: %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });

  test.each([
    'Sir',
    'Dame',
    'Lady',
    'Madam',
    'Hon',
    'Hon.',
    'Justice',
    'Pastor',
    'General',
    'Gen.',
    'Prince',
    'Princess',
    'Oba',
    'King',
    'Queen',
    'Sheikh',
    'Lord',
    'Bishop',
    'Judge',
    'Emir',
    'Imam',
    'Sultan',
    'Maj. Gen.',
    'Sir Dr.',
    'Rt. Hon.',
    'Hon. Justice',
    'Chief',
    'Alhaji',
    'Dr',
    'Prof',
    'Engr',
    'Barr',
    'Mrs',
    'Rev',
  ])('drops %s before a name without lowering its score', (title) => {
    expect(canonical(`${title} Adaeze Okonkwo`)).toBe('adaeze okonkwo');
    expect(canonical(`${title} Okonkwo`).split(' ').length).toBeGreaterThanOrEqual(2);
    for (const entity of ['person', 'unknown'] as const) {
      expect(score(`${title} Adaeze Okonkwo`, 'Adaeze Okonkwo', entity)).toBe(100);
      expect(score('Adaeze Okonkwo', `${title} Adaeze Okonkwo`, entity)).toBe(100);
    }
  });

  test.each([
    'Sr',
    'Sr.',
    'Jr',
    'II',
    'III',
    'IV',
    'V',
    'VI',
    'VII',
    'VIII',
    'MD',
    'M.D.',
    'PhD',
    'Esq.',
    'OON',
  ])('drops %s after a name without lowering its score', (suffix) => {
    expect(canonical(`Adaeze Okonkwo ${suffix}`)).toBe('adaeze okonkwo');
    for (const entity of ['person', 'unknown'] as const) {
      expect(score(`Adaeze Okonkwo ${suffix}`, 'Adaeze Okonkwo', entity)).toBe(100);
      expect(score('Adaeze Okonkwo', `Adaeze Okonkwo ${suffix}`, entity)).toBe(100);
    }
  });

  test('keeps Md before a name, where it is short for Mohammed, and initials', () => {
    expect(canonical('Md Abdul Karim')).toBe('md abdul karim');
    expect(canonical('Okonkwo Adaeze B V')).toBe('okonkwo adaeze b v');
  });

  test('drops whole words, never prefixes of words', () => {
    expect(canonical('Honorata Ada Obi')).toBe('honorata ada obi');
    expect(canonical('Drake Missy Profit')).toBe('drake missy profit');
  });

  test('drops nothing from organizations', () => {
    expect(canonical('Hon Hai Precision Industry Co., Ltd.')).toBe(
      'hon hai precision industry co ltd',
    );
    expect(canonical('Arc Shipping Ltd')).toBe('arc shipping ltd');
    expect(canonical('Dr Oetker Foods', 'organization')).toBe('dr oetker foods');
    expect(canonical('Bowne Global Solutions II, Inc.')).toBe('bowne global solutions ii inc');
    expect(canonicalise('Sea Star III', { entity: entityHint('vessel') }).canonical).toBe(
      'sea star iii',
    );
    expect(canonical('FABERLIC EUROPE Sp. z o.o.')).toBe('faberlic europe sp z o o');
  });

  test('reads a full stop as a space, even on the Unicode path', () => {
    expect(canonical('S.A. de C.V. Café')).toBe('s a de c v cafe');
    expect(canonical('A.B.C. Company')).toBe('a b c company');
    expect(canonical('J.Smith')).toBe('j smith');
    expect(canonical('J.K. Rowland')).toBe(canonical('J. K. Rowland'));
    expect(canonical('Musa Bello, M.B.A.')).toBe('musa bello');
  });

  test('is idempotent and accepts any text', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary-ascii' }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)))
        .map((c) => c.join('')),
      fc
        .array(
          fc.constantFrom(
            'dr',
            'jr',
            'a.',
            'b.c',
            'iii',
            'ltd',
            "o'",
            'e\u0301',
            'ß',
            'İ',
            'मि',
            '.',
            ' ',
            'Ⅷ',
            '²',
            'ﬁ',
            'Σ',
            '가',
            '\u0307',
            '\u200d',
            'prince',
            'minister of',
            'okoro, hon.',
            'to the',
            ', SAN',
            'chief',
            'forty',
            'four',
            'limited',
            'liability',
            'company',
            'abd',
            'al',
          ),
        )
        .map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(text, (value) => {
        const { canonical: compared, tokens } = canonicalise(value);
        // The index uses this text as the compared form of a listed name and keeps its words. It keeps initials that
        // are written together as one word, which gets the same score.
        if (tokens.length < MAX_TOKENS && !hasSyllables(tokens))
          expect(textOfTokens(tokens).replaceAll(' ', '')).toBe(compared.replaceAll(' ', ''));
        expect(canonicalise(compared).canonical).toBe(compared);
        const once = canonicalText(value);
        expect(canonicalText(once)).toBe(once);
        expect(once).toMatch(/^$|^\S+( \S+)*$/u);
        expect(hasCanonicalForm(value)).toBe(once !== '');
      }),
      { numRuns: 400 },
    );
  });

  test('compares at most 32 words', () => {
    expect(canonicalise('ab '.repeat(100)).tokens.length).toBe(32);
  });
});

/** Returns the score of the one listed name, or 0 if the search does not find it. */
function score(asked: string, listed: string, entityType: string): number {
  const entry = { id: 'e', name: listed, aliases: [], dobs: [], countries: [], entityType };
  return searchName(prepareName(asked), buildSegment([entry]), 50)[0]?.score ?? 0;
}

describe('the readings of a query', () => {
  test('find every name of a whole list with a score of 100', () => {
    const read = (file: string): string[][] =>
      parse(readFileSync(`data/ofac-2021-sample/${file}.csv`), {
        relax_column_count: true,
        relax_quotes: true,
      });
    const typeOf = new Map(read('sdn').map(([id = '', , type = '']) => [id, type.trim()]));
    const names = [
      ...read('sdn').map(([id = '', name = '']) => ({ id, name })),
      ...read('alt').map(([id = '', , , name = '']) => ({ id, name })),
    ];
    const different: string[] = [];
    let several = 0;
    for (const { id, name } of names) {
      const type = typeOf.get(id) === 'individual' ? 'person' : 'organization';
      // The other names in the list have only one form.
      if (canonicalText(name, { entity: 'person' }) === foldText(name)) continue;
      several++;
      const listed = canonicalise(name, { entity: type }).canonical;
      const same = readingsOf(name).some(
        ({ name: { canonical: asked }, entities }) =>
          asked === listed && (entities === undefined || entities.has(type)),
      );
      if (!same) different.push(name);
    }
    expect(several).toBeGreaterThan(200);
    expect(different).toEqual([]);
  });

  test.each([
    ['Alpha Growth III', 'organization'],
    ['Forex MBA Abuja', 'organization'],
    ['SEA STAR III', 'vessel'],
    ['Dr Dolittle Pastor', 'aircraft'],
    ['Dr John Smith III', 'person'],
    ['Dr John Smith III', 'unknown'],
  ])('match %s with itself best, as %s', (name, type) => {
    expect(score(name, name, type)).toBe(100);
  });

  test('compare numerals of organizations and vessels, but not of persons', () => {
    for (const type of ['organization', 'vessel']) {
      expect(score('Sea Star II', 'SEA STAR III', type)).toBeLessThan(85);
      expect(score('Sea Star', 'SEA STAR III', type)).toBeLessThan(85);
      expect(score('Sea Star III', 'SEA STAR', type)).toBeLessThan(85);
      expect(score('Sea Star 2', 'SEA STAR', type)).toBeLessThan(85);
    }
    expect(score('John Smith', 'John Smith III', 'person')).toBe(100);
  });

  test("ignore a number next to a person's name or in place of a letter, and compare other numbers", () => {
    expect(score('Osama bin Laden 123', 'Osama bin Laden', 'person')).toBe(100);
    expect(score('Saddam Hussein 2', 'Saddam Hussein', 'person')).toBe(100);
    expect(score('0sama bin Laden', 'Osama bin Laden', 'person')).toBe(100);
    expect(score('Red Brigade 44', 'Red Brigade', 'organization')).toBeLessThan(85);
    expect(score('Sea Star 2', 'Sea Star 3', 'unknown')).toBeLessThan(85);
  });

  test('read a title that is also a name as a name where the list has the same name', () => {
    expect(score('Pastor Alape Lascarro', 'Pastor ALAPE', 'person')).toBeGreaterThanOrEqual(85);
    // A word that may be a title contradicts no name.
    expect(score('Pastor Lopez Perez', 'Juan LOPEZ PEREZ', 'person')).toBeGreaterThan(85);
    expect(score('He Xiang Dong', 'Xiang Dong ZHANG', 'person')).toBeLessThan(85);
    expect(score('He Ping Li', 'Ping LI', 'person')).toBeLessThan(85);
    expect(score('Pastor Enoch Adeboye', 'Enoch ADEBOYE', 'person')).toBeGreaterThanOrEqual(95);
  });

  test('keep syllables in order within a written word, with the family name first or last', () => {
    for (const asked of ['김정은', '정은 김', '김 정은', '정은김'])
      for (const listed of ['Jong Un KIM', 'Kim Jong Un', '김정은'])
        expect(score(asked, listed, 'person'), `${asked} | ${listed}`).toBeGreaterThan(95);
    for (const asked of ['은정 김', '김은정', '김 은정', 'Kim Un Jong'])
      expect(score(asked, '김정은', 'person'), asked).toBeLessThan(85);
    for (const asked of ['은정 김', '김은정'])
      expect(score(asked, 'Jong Un KIM', 'person'), asked).toBeLessThan(85);
    expect(score('范冰冰', 'Bing Bing FAN', 'person')).toBeGreaterThan(95);
    expect(score('平近习', 'Jin Ping XI', 'person')).toBeLessThan(85);
  });

  test('are several only for names with titles, numerals or legal forms', () => {
    const count = (text: string): number => readingsOf(text).length;
    expect(['Osama bin Laden', 'Acme Trading Ltd', '习近平'].map(count)).toEqual([1, 1, 1]);
    expect(['Dr John Smith', 'Sea Star II', 'Sea Star 2'].map(count)).toEqual([2, 2, 2]);
    expect(count('Dr Sea Star 2')).toBe(3);
  });
});

test.each([
  ['حسن علي', 'other'],
  ['حسن a', 'other'],
  ['حسن زبرجدي', 'consonantal'],
  ['ali hassan', 'latin'],
])('mark joined words as vowelled only if all of them are: %s', (name, script) => {
  expect(canonicalise(name).compounds.map(({ token }) => token.script)).toEqual([script]);
});

test.each([
  ['volkov llp', ['volkovllp']],
  ['der 주식회사', []],
])('join a legal form with a word in Latin letters only: %s', (name, keys) => {
  expect(canonicalise(name).compounds.map(({ token }) => token.key)).toEqual(keys);
});

test('a name of 500 characters is compared to its end', () => {
  const long = `${'Abcdefghijklmnopqrstuvwxyz'.repeat(18)} Quirinius`;
  expect(canonicalText(long).endsWith(' quirinius')).toBe(true);
});
