import { describe, expect, test } from 'vitest';
import { importAll, source } from '../../../../../test/support/list-formats/import-all.ts';
import { ImportFormatError } from '../types.ts';
import { unXml } from './un-xml.ts';

function list(...entries: string[]): string {
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<CONSOLIDATED_LIST ` +
    `dateGenerated="2026-02-27T00:00:09.554Z"><INDIVIDUALS>${entries.join('\n')}` +
    `</INDIVIDUALS><ENTITIES/></CONSOLIDATED_LIST>`
  );
}

function individual(id: string, content: string): string {
  return `<INDIVIDUAL><REFERENCE_NUMBER>${id}</REFERENCE_NUMBER>${content}</INDIVIDUAL>`;
}

const ayman = individual(
  'QDi.006',
  `<DATAID>6908057</DATAID><FIRST_NAME>AIMAN</FIRST_NAME><SECOND_NAME>MUHAMMED</SECOND_NAME>
   <THIRD_NAME>RABI</THIRD_NAME><FOURTH_NAME>AL-ZAWAHIRI</FOURTH_NAME>
   <UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE>
   <NAME_ORIGINAL_SCRIPT>أيمن محمد ربيع الظواهري</NAME_ORIGINAL_SCRIPT>
   <TITLE><VALUE>Doctor</VALUE><VALUE>Dr.</VALUE></TITLE>
   <NATIONALITY><VALUE>Egypt</VALUE><VALUE>na</VALUE></NATIONALITY>
   <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Al-Zawahari, Ayman</ALIAS_NAME></INDIVIDUAL_ALIAS>
   <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Abu Fatma; Abu Mohammed</ALIAS_NAME></INDIVIDUAL_ALIAS>
   <INDIVIDUAL_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Salim</ALIAS_NAME></INDIVIDUAL_ALIAS>
   <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
   <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1951-06-19</DATE></INDIVIDUAL_DATE_OF_BIRTH>
   <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Giza</CITY><COUNTRY>Sudan</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
   <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Número de pasaporte</TYPE_OF_DOCUMENT><NUMBER>1084010</NUMBER>
     <ISSUING_COUNTRY>Egypt</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
   <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>National Identification
     Number</TYPE_OF_DOCUMENT><NUMBER>77</NUMBER></INDIVIDUAL_DOCUMENT>
   <INDIVIDUAL_DOCUMENT/>`,
);

describe('individuals', () => {
  test('have their names, aliases with quality, dates, nationalities and documents', async () => {
    const { entries, rejections } = await importAll(unXml, list(ayman));
    expect(rejections).toEqual([]);
    expect(entries).toEqual([
      {
        externalId: 'QDi.006',
        entityType: 'person',
        name: 'AIMAN MUHAMMED RABI AL-ZAWAHIRI',
        aliases: [
          { name: 'أيمن محمد ربيع الظواهري', quality: 'strong', kind: 'aka' },
          { name: 'Ayman Al-Zawahari', quality: 'strong', kind: 'aka' },
          { name: 'Abu Fatma', quality: 'weak', kind: 'aka' },
          { name: 'Abu Mohammed', quality: 'weak', kind: 'aka' },
          { name: 'Salim', quality: 'strong', kind: 'fka' },
        ],
        dobs: ['1951-06-19'],
        countries: ['EG'],
        facts: { birthPlaces: ['Giza, Sudan'] },
        identifiers: { 'passport:EG': '1084010', national_id: '77' },
        programs: ['Al-Qaida'],
        raw: expect.objectContaining({
          DATAID: '6908057',
          TITLE: { VALUE: ['Doctor', 'Dr.'] },
          INDIVIDUAL_PLACE_OF_BIRTH: { CITY: 'Giza', COUNTRY: 'Sudan' },
        }),
      },
    ]);
  });

  test.each([
    ['<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1985</YEAR>', ['1985']],
    ['<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1985</YEAR>', ['1985~']],
    ['<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><DATE>1985-03-01</DATE>', ['1985~']],
    ['<FROM_YEAR>1984</FROM_YEAR><TO_YEAR>1986</TO_YEAR>', ['1984/1986']],
    ['<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>Between Aug. and Sep. 1977</NOTE>', ['1977~']],
    ['<NOTE>30-35 years old</NOTE>', []],
    ['<NOTE>1977 or 1979</NOTE>', []],
    ['<TYPE_OF_DATE/>', []],
  ])('a date of birth is read from %s', async (content, dobs) => {
    const birth = `<INDIVIDUAL_DATE_OF_BIRTH>${content}</INDIVIDUAL_DATE_OF_BIRTH>`;
    const text = list(individual('A', `<FIRST_NAME>A</FIRST_NAME>${birth}`));
    expect((await importAll(unXml, text)).entries[0]?.dobs).toEqual(dobs);
  });

  test('have the country of birth as a separate fact', async () => {
    const place = '<INDIVIDUAL_PLACE_OF_BIRTH><COUNTRY>Mali</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>';
    const text = list(individual('A', `<FIRST_NAME>A</FIRST_NAME>${place}`));
    const [entry] = (await importAll(unXml, text)).entries;
    expect(entry).toMatchObject({ countries: [], facts: { birthPlaces: ['Mali'] } });
  });
});

describe('names', () => {
  const aliases = async (tag: 'INDIVIDUAL' | 'ENTITY', alias: string): Promise<string[]> => {
    const content = `<REFERENCE_NUMBER>A</REFERENCE_NUMBER><FIRST_NAME>X Y</FIRST_NAME>`;
    const text = `<${tag}>${content}<${tag}_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>${alias}</ALIAS_NAME></${tag}_ALIAS></${tag}>`;
    const { entries } = await importAll(unXml, list(text));
    return (entries[0]?.aliases ?? []).map(({ name, quality }) =>
      quality === 'weak' ? `${name}?` : name,
    );
  };

  test.each([
    ['Jin Tiesan (金铁三)', ['Jin Tiesan', '金铁三']],
    ['Amir (original script: Амир)', ['Amir', 'Амир']],
    ['حسن غول (Hassan Ghul; Hassan Gul)', ['حسن غول', 'Hassan Ghul', 'Hassan Gul']],
    ['Encep Nurjaman (birth name)', ['Encep Nurjaman']],
    ['(Sheikh) Musa Hilal', ['Musa Hilal']],
    ['M. Sabet b) M. Javad; M. Jawad', ['M. Sabet', 'M. Javad', 'M. Jawad']],
    ['Safia Farkash, born 1 Jan. 1953 (Oman passport no.0382)', ['Safia Farkash']],
    ['Unclosed (bracket', ['Unclosed']],
    ['123', []],
  ])('of a person are read from %s', async (text, expected) => {
    expect(await aliases('INDIVIDUAL', text)).toEqual(expected);
  });

  test.each([
    ['Al-Qaida in Egypt (AQE)', ['Al-Qaida in Egypt', 'AQE?']],
    ['Leader (Hong Kong) Limited', ['Leader (Hong Kong) Limited']],
    ['Foundation (KENYA)', ['Foundation (KENYA)']],
    ['HTS (هيئة (original script); Hayat Tahrir)', ['HTS', 'هيئة', 'Hayat Tahrir']],
    ['Association for Education, Culture', ['Association for Education, Culture']],
  ])('of an entity are read from %s', async (text, expected) => {
    expect(await aliases('ENTITY', text)).toEqual(expected);
  });

  test('of an entity keep the acronym, which alone is a weak alias', async () => {
    const text = list(
      `<ENTITY><DATAID>7</DATAID><FIRST_NAME>A LAKES (CAGL) ; B &amp; C COMPANY</FIRST_NAME>
       <ENTITY_ADDRESS><COUNTRY>Rwanda</COUNTRY></ENTITY_ADDRESS></ENTITY>`,
    );
    expect((await importAll(unXml, text)).entries).toMatchObject([
      {
        externalId: '7',
        entityType: 'organization',
        name: 'A LAKES (CAGL)',
        aliases: [
          { name: 'A LAKES', quality: 'strong' },
          { name: 'CAGL', quality: 'weak' },
          { name: 'B & C COMPANY', quality: 'strong' },
        ],
        countries: ['RW'],
      },
    ]);
  });
});

test('bad entries are reported by their lines, and the entries around them are used', async () => {
  const name = '<FIRST_NAME>Ada</FIRST_NAME>';
  const text = list(
    individual('A', name),
    `<INDIVIDUAL>${name}</INDIVIDUAL>`,
    individual('B', '<FIRST_NAME> </FIRST_NAME>'),
    individual('A', name),
    individual('C', `<FIRST_NAME>${'x'.repeat(1001)}</FIRST_NAME>`),
    individual('D', name),
  );
  const { entries, rejections } = await importAll(unXml, text);
  expect(entries.map(({ externalId }) => externalId)).toEqual(['A', 'D']);
  expect(rejections.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '3: the entry has no usable REFERENCE_NUMBER',
    '4: the name of B is empty',
    '5: the same entry A occurs already in line 2',
    '6: the name of C is longer than 1000 characters',
  ]);
});

describe('files that are refused', () => {
  const bomb =
    '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><CONSOLIDATED_LIST>&b;</CONSOLIDATED_LIST>';
  test.each([
    ['an entity bomb', bomb, 'document type declaration'],
    [
      'an external entity',
      '<!DOCTYPE l SYSTEM "file:///etc/passwd"><CONSOLIDATED_LIST/>',
      'document type declaration',
    ],
    ['an unknown entity', '<CONSOLIDATED_LIST>&xxe;</CONSOLIDATED_LIST>', 'not well-formed'],
    ['another root', '<html><body/></html>', 'the root element is <html>'],
    ['nothing', '', 'not well-formed'],
    ['no XML', 'id,name\n1,Ada', 'not well-formed'],
    ['a cut', list(ayman).slice(0, -400), 'not well-formed'],
    ['two roots', `${list()}<a/>`, 'not well-formed'],
    [
      'another encoding',
      '<?xml version="1.0" encoding="ISO-8859-1"?><CONSOLIDATED_LIST/>',
      'UTF-8',
    ],
    ['NUL', '<CONSOLIDATED_LIST>&#0;</CONSOLIDATED_LIST>', 'not well-formed'],
    ['half a character', '<CONSOLIDATED_LIST>&#xD800;</CONSOLIDATED_LIST>', 'not well-formed'],
    ['depth', '<CONSOLIDATED_LIST>'.repeat(40), 'nested too deeply'],
  ])('a file is refused: %s', async (_, text, message) => {
    const failure = await importAll(unXml, text).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ImportFormatError);
    expect(String(failure)).toContain(message);
  });

  test('UTF-16 and broken UTF-8 are refused', async () => {
    const utf16 = source(Buffer.from(`\uFEFF${list(ayman)}`, 'utf16le'));
    await expect(importAll(unXml, utf16)).rejects.toThrow(/UTF-16/);
    const broken = source('<CONSOLIDATED_LIST>', Buffer.from([0xe9]), '</CONSOLIDATED_LIST>');
    await expect(importAll(unXml, broken)).rejects.toThrow(/not in UTF-8, near line 1/);
  });
});

test('text, entries and tags without end are refused and not kept in memory', async () => {
  for (const start of ['text', '<INDIVIDUAL>', '<INDIVIDUAL a="']) {
    let sent = 0;
    async function* endless(): AsyncGenerator<string> {
      yield `<CONSOLIDATED_LIST>${start}`;
      for (; (sent += 1);) yield 'x'.repeat(50_000);
    }
    await expect(importAll(unXml, endless())).rejects.toThrow(/is too long/);
    expect(sent).toBeLessThan(40);
  }
});

test('pieces of any size give the same entries', async () => {
  const bytes = Buffer.from(`\uFEFF${list(ayman, individual('Ä', '<FIRST_NAME>Ö</FIRST_NAME>'))}`);
  const whole = await importAll(unXml, source(bytes));
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await importAll(unXml, source(...pieces))).toEqual(whole);
  expect(whole.entries).toHaveLength(2);
});
