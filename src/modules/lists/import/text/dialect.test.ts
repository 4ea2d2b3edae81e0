import { expect, test } from 'vitest';
import { dialectOf, inUtf8, withBeginning } from './dialect.ts';

function encoded(text: string, table: Readonly<Record<string, number>>): Buffer {
  return Buffer.from([...text].map((char) => table[char] ?? char.codePointAt(0)!));
}

test.each([
  ['name,dob\n', ','],
  ['name;dob\nA, B;1967\n', ';'],
  ['\uFEFFname;dob\n', ';'],
  ['name\tdob\n', '\t'],
  ['sep=;\nname;dob\n', ';'],
  ['sep=|\nname|dob\n', '|'],
  ['\uFEFFsep=^\r\nname^dob\r\n', '^'],
  ['"name, first";"name";dob\n', ';'],
  ['id;first,last;Last Name\n', ';'],
  ['name\nA;B\n', ','],
  ['', ','],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(dialectOf(Buffer.from(text)).delimiter).toBe(delimiter);
});

const TURKISH = { ğ: 0xf0, ı: 0xfd, ş: 0xfe, İ: 0xdd, Ş: 0xde, ç: 0xe7, ö: 0xf6, ü: 0xfc };
const POLISH = { ł: 0xb3, ś: 0x9c, ż: 0xbf, ą: 0xb9, ę: 0xea, ó: 0xf3, ń: 0xf1, Ł: 0xa3 };
const CYRILLIC = Object.fromEntries(
  [...'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя'].map((char, i) => [
    char,
    0xc0 + i,
  ]),
);

const HEBREW = Object.fromEntries(
  [...'אבגדהוזחטיךכלםמןנסעףפץצקרשת'].map((char, i) => [char, 0xe0 + i]),
);
const GREEK = Object.fromEntries(
  Array.from({ length: 0x3f }, (_, i) => [String.fromCodePoint(0x390 + i), 0xc0 + i]),
);
const HEBREW_ROWS = ['משה כהן', 'יוסף לוי', 'שרה מזרחי', 'דוד פרץ'];

test.each([
  ['name\nJosé Peña\nMüller Straße\nÅse Løvås\n', {}, 'windows-1252'],
  ['name\nIşık Yağmur\nŞükrü Çağlar\nİnönü Gündoğdu\n', TURKISH, 'windows-1254'],
  [
    'name\nŁukasz Błaszczyk\nŻaneta Wróbel\nGrażyna Dąbrowska\n',
    { ...POLISH, Ż: 0xaf },
    'windows-1250',
  ],
  ['name\nСечин Игорь Иванович\n', CYRILLIC, 'windows-1251'],
  ['name\nсечин игорь иванович\n', CYRILLIC, 'windows-1251'],
  ['name\nПопов Олег\nРотенберг Борис\n', CYRILLIC, 'windows-1251'],
  [`name\n${HEBREW_ROWS.join('\n')}\n`, HEBREW, 'windows-1255'],
  [
    `name\n${Array.from({ length: 100 }, (_, i) => `${HEBREW_ROWS[i % 4]} ${HEBREW_ROWS[(i * 7) % 3]}`).join('\n')}\n`,
    HEBREW,
    'windows-1255',
  ],
  ['name\nΓιώργος Παπαδόπουλος\n', GREEK, 'windows-1253'],
  ['name\nΑντώνης Σαμαράς\n', GREEK, 'windows-1253'],
])('the code page of %j is found by its letters', (text, table, encoding) => {
  expect(dialectOf(encoded(text, table))).toMatchObject({ encoding, isSure: true });
});

test('a code page is marked as a guess if few letters show it', () => {
  expect(dialectOf(encoded('name\nJosé\n', {}))).toMatchObject({
    encoding: 'windows-1252',
    isSure: false,
  });
  expect(dialectOf(Buffer.from('name\nJosé\n'))).toMatchObject({ encoding: 'utf-8', isSure: true });
});

test('rows in Greek capitals and a Hebrew row are read correctly, perhaps marked as a guess', () => {
  const pageOf = (text: string, table: Readonly<Record<string, number>>) =>
    dialectOf(encoded(`name\n${text}\n`, table)).encoding;
  expect(pageOf('ΠΑΠΑΔΟΠΟΥΛΟΣ ΝΙΚΟΣ', GREEK)).toBe('windows-1253');
  expect(pageOf('ΓΕΩΡΓΙΟΥ ΜΑΡΙΑ', GREEK)).toBe('windows-1253');
  expect(pageOf('Νίκος', GREEK)).toBe('windows-1253');
  for (const row of HEBREW_ROWS) expect(pageOf(row, HEBREW)).toBe('windows-1255');
});

const ARABIC = { ع: 0xda, ب: 0xc8, د: 0xcf, ا: 0xc7, ل: 0xe1, ه: 0xe5 };

test.each([
  ['МТС ВТБ СССР', CYRILLIC, 'windows-1251'],
  ['НПЦ ВНТК', CYRILLIC, 'windows-1251'],
  ['عبد الله', ARABIC, 'windows-1256'],
  ['ΝΙΚΟΣ', GREEK, 'windows-1253'],
  ['Petrović Anić', { ć: 0xe6 }, 'windows-1250'],
])('the code page of the few letters of %j is found', (text, table, encoding) => {
  expect(dialectOf(encoded(`name\n${text}\n`, table)).encoding).toBe(encoding);
});

test.each([
  ['фсб рф', CYRILLIC],
  ['СССР', CYRILLIC],
  ['الله', ARABIC],
  ['ΕΛΛΑΣ', GREEK],
  ['לוי', HEBREW],
])('the few letters of %j, which may be of two code pages, are a guess', (text, table) => {
  expect(dialectOf(encoded(`name\n${text}\n`, table)).isSure).toBe(false);
});

test.each(['utf-16le', 'utf-16be'] as const)(
  'a file in %s is read, with or without a byte order mark',
  async (encoding) => {
    for (const mark of ['\uFEFF', '']) {
      const little = Buffer.from(`${mark}name;dob\nJosé Peña;1967\n`, 'utf16le');
      const bytes = encoding === 'utf-16le' ? little : little.swap16();
      const dialect = dialectOf(bytes);
      expect(dialect).toMatchObject({ encoding, delimiter: ';' });
      const split = async function* () {
        yield bytes.subarray(0, 7);
        yield bytes.subarray(7);
      };
      const { source } = await withBeginning(split());
      let text = '';
      for await (const chunk of inUtf8(source, dialect)) text += chunk.toString();
      expect(text.replace('\uFEFF', '')).toBe('name;dob\nJosé Peña;1967\n');
    }
  },
);
