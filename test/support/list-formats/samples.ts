/** A sample of every list format, for the tests that try all of them. */
import { sdnRow } from './import-all.ts';

type Sample = {
  /** The files of an entry whose written name may be unusable; `weak` and `good` are its aliases. */
  unnamed: (name: string, weak: string, good: string) => [main: string, aliases?: string];
  /** A file with one entry, Ada Obi, and two dates of birth: 1950, and "in 1951?", which is not a date. */
  misdated?: string;
  /** A file with two good entries, the second of which has the id 2 and is in the last row. */
  start: string;
  last: string;
  /** The text after the last row: empty if a row is a line, and is complete. */
  end: string;
};

/** A party of OFAC's advanced XML with its names, each with attributes of its alias. */
function ofacParty(id: string, names: [attributes: string, name: string][], rest: string): string {
  const aliases = names.map(
    ([attributes, name]) =>
      `<Alias ${attributes}><DocumentedName><DocumentedNamePart><NamePartValue>${name}</NamePartValue>` +
      '</DocumentedNamePart></DocumentedName></Alias>',
  );
  return `<DistinctParty FixedRef="${id}"><Profile><Identity>${aliases.join('')}</Identity>${rest}</Profile></DistinctParty>`;
}

export const samples: Readonly<Record<string, Sample>> = {
  'ofac-csv': {
    unnamed: (name, weak, good) => [
      sdnRow({ name, remarks: weak === '' ? '-0-' : `a.k.a. '${weak}'.` }),
      `${good === '' ? '' : `1,12,"aka","${good}",-0- \r\n`}2,13,"aka","NOBODY",-0- \r\n`,
    ],
    misdated: sdnRow({ name: 'Ada Obi', remarks: 'DOB 1950; alt. DOB in 1951?.' }),
    start: sdnRow({ remarks: "DOB 1950; a.k.a. 'ACE'." }),
    last: sdnRow({ entNum: '2', name: 'Last & Good', type: '-0- ' }),
    end: '',
  },
  'ofac-xml': {
    unnamed: (name, weak, good) => [
      `<Sanctions>${ofacParty(
        '7',
        [
          ['Primary="true"', name],
          ['LowQuality="true"', weak],
          ['LowQuality="false"', good],
        ],
        '',
      )}</Sanctions>`,
    ],
    misdated: `<Sanctions><FeatureType ID="8">Birthdate</FeatureType>${ofacParty(
      '1',
      [['', 'Ada Obi']],
      ['1950', 'in 1951?']
        .map(
          (year) =>
            `<Feature FeatureTypeID="8"><FeatureVersion><DatePeriod><Start><From><Year>${year}</Year></From></Start></DatePeriod></FeatureVersion></Feature>`,
        )
        .join(''),
    )}</Sanctions>`,
    start: `<?xml version="1.0"?><Sanctions><DistinctParties>${ofacParty('1', [['', 'Ada']], '')}`,
    last: ofacParty('2', [['', 'Last &amp; Good']], ''),
    end: '</DistinctParties></Sanctions>',
  },
  'un-xml': {
    unnamed: (name, weak, good) => [
      `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>
      <REFERENCE_NUMBER>QDi.1</REFERENCE_NUMBER><FIRST_NAME>${name}</FIRST_NAME>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>${weak}</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${good}</ALIAS_NAME></INDIVIDUAL_ALIAS>
      </INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`,
    ],
    misdated:
      '<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>' +
      '<FIRST_NAME>Ada Obi</FIRST_NAME><INDIVIDUAL_DATE_OF_BIRTH/>' +
      '<INDIVIDUAL_DATE_OF_BIRTH><YEAR>1950</YEAR></INDIVIDUAL_DATE_OF_BIRTH>' +
      '<INDIVIDUAL_DATE_OF_BIRTH><DATE>in 1951?</DATE></INDIVIDUAL_DATE_OF_BIRTH>' +
      '</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>',
    start:
      '<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>' +
      '<DATAID>1</DATAID><FIRST_NAME>ERIC</FIRST_NAME><INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY>' +
      '<ALIAS_NAME>A (B; C</ALIAS_NAME></INDIVIDUAL_ALIAS></INDIVIDUAL></INDIVIDUALS><ENTITIES>',
    last: '<ENTITY><DATAID>2</DATAID><FIRST_NAME>Last &amp; Good</FIRST_NAME></ENTITY>',
    end: '</ENTITIES></CONSOLIDATED_LIST>',
  },
  'eu-csv': {
    unnamed: (name, weak, good) => [
      `Entity_LogicalId;NameAlias_WholeName;NameAlias_Remark\n7;${name};\n7;${weak};weak\n7;${good};\n`,
    ],
    misdated:
      'Entity_LogicalId;NameAlias_WholeName;BirthDate_BirthDate;BirthDate_Day\n' +
      '1;Ada Obi;;0\n1;;1950;\n1;;in 1951?;\n',
    start:
      'Entity_LogicalId;NameAlias_WholeName;BirthDate_Year;BirthDate_YearRangeFrom\n' +
      '1;"Ada; ""Ace""";1950;\n1;Obi;;1950\n',
    last: '2;Last & Good;;\n',
    end: '',
  },
  'uk-csv': {
    unnamed: (name, weak, good) => [
      `Unique ID,Name 6,Name type,Alias strength\nA1,${name},Primary name,\n` +
        `A1,${weak},Alias,Low quality\nA1,${good},Alias,Good quality\n`,
    ],
    misdated:
      'Unique ID,Name 6,Name type,D.O.B\n1,Ada Obi,Primary name,1950\n1,,,in 1951?\n1,,,in 1951?\n',
    start:
      'Report Date: 24-Jun-2026\nUnique ID,Name 6,Name 1,Name type,D.O.B\n' +
      '1,Obi,"Ada, A",Primary name,dd/mm/1950\n1,Obi,A,Alias,\n',
    last: '2,Last & Good,,Alias,\n',
    end: '',
  },
  'uk-xml': {
    unnamed: (name, weak, good) => [
      '<?xml version="1.0"?><Designations><Designation><UniqueID>A1</UniqueID><Names>' +
        `<Name><Name6>${name}</Name6><NameType>Primary Name</NameType></Name>` +
        `<Name><Name6>${weak}</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name>` +
        `<Name><Name6>${good}</Name6><NameType>Alias</NameType></Name></Names></Designation></Designations>`,
    ],
    misdated:
      '<Designations><Designation><UniqueID>1</UniqueID><Names><Name><Name6>Ada Obi</Name6></Name></Names>' +
      '<DOBs><DOB>dd/mm/1950</DOB><DOB>in 1951?</DOB></DOBs></Designation></Designations>',
    start:
      '<?xml version="1.0"?><Designations><Designation><UniqueID>1</UniqueID><Names><Name>' +
      '<Name6>Ada</Name6></Name></Names></Designation>',
    last:
      '<Designation><UniqueID>2</UniqueID><Names><Name><Name6>Last &amp; Good</Name6></Name></Names>' +
      '</Designation>',
    end: '</Designations>',
  },
  'sema-xml': {
    unnamed: (name, weak, good) => [
      `<data-set><record><EntityOrShip>${name}</EntityOrShip><Aliases>${good}; ${weak}</Aliases></record></data-set>`,
    ],
    misdated:
      '<data-set><record><GivenName>Ada</GivenName><LastName>Obi</LastName>' +
      '<DateOfBirth>1950; in 1951?</DateOfBirth></record></data-set>',
    start: '<?xml version="1.0"?><data-set><record><EntityOrShip>Ada</EntityOrShip></record>',
    last: '<record><EntityOrShip>Last &amp; Good</EntityOrShip></record>',
    end: '</data-set>',
  },
  'seco-xml': {
    unnamed: (name, weak, good) => [
      `<swiss-sanctions-list><target ssid="7"><entity><identity main="true">${[
        ['primary-name', 'good', name],
        ['alias', 'low', weak],
        ['alias', 'good', good],
      ]
        .map(
          ([type, quality, value]) =>
            `<name name-type="${type}" quality="${quality}"><name-part order="1"><value>${value}</value></name-part></name>`,
        )
        .join('')}</identity></entity></target></swiss-sanctions-list>`,
    ],
    misdated:
      '<swiss-sanctions-list><target ssid="1"><individual><identity><name><name-part><value>Ada Obi</value></name-part></name>' +
      '<day-month-year year="1950"/><day-month-year year="in 1951?"/></identity></individual></target></swiss-sanctions-list>',
    start:
      '<?xml version="1.0"?><swiss-sanctions-list><target ssid="1"><entity><identity><name><name-part><value>Ada</value>' +
      '</name-part></name></identity></entity></target>',
    last:
      '<target ssid="2"><entity><identity><name><name-part><value>Last &amp; Good</value></name-part></name></identity>' +
      '</entity></target>',
    end: '</swiss-sanctions-list>',
  },
  'dfat-csv': {
    unnamed: (name, weak, good) => [
      `Reference,Name of Individual or Entity,Name Type,Alias Strength\n7,${name},Primary Name,\n` +
        `7a,${weak},Alias,Weak\n7b,${good},Alias,Strong\n`,
    ],
    misdated: 'Reference,Name of Individual or Entity,Date of Birth\n1,Ada Obi,1950 and in 1951?\n',
    start:
      'Reference,Name of Individual or Entity,Name Type\n1,"Ada ""Ace""",Primary Name\n1a,Obi,Alias\n',
    last: '2,Last & Good,Primary Name\n',
    end: '',
  },
  'csl-csv': {
    unnamed: (name, weak, good) => [
      `_id,source,name,alt_names\n7,SDN,${name},${[good, weak].join(';')}\n`,
    ],
    misdated: '_id,source,name,alt_names,dates_of_birth\n1,SDN,Ada Obi,,1950; in 1951?\n',
    start: '_id,source,name,alt_names\n1,"Entity List","Ada ""Ace""",A; B\n',
    last: '2,SDN,Last & Good,\n',
    end: '',
  },
  'csl-json': {
    unnamed: (name, weak, good) => [
      JSON.stringify({ results: [{ id: '7', source: 'SDN', name, alt_names: [good, weak] }] }),
    ],
    misdated: '[{"id":"1","source":"SDN","name":"Ada Obi","dates_of_birth":["1950","in 1951?"]}]',
    start: '{"total":2,"results":[{"id":"1","name":"Ada \\"Ace\\" {","addresses":[{}]},\n',
    last: '{"id":"2","name":"Last & Good","alt_names":null}',
    end: ']}',
  },
  'fincen-html': {
    unnamed: (name, weak, good) => [
      `<table><tr><th></th><th>Finding</th><th>Final Rule</th><th>Rescinded</th></tr><tr><td>${name} (${good}) (${weak})</td><td></td><td></td><td></td></tr></table>`,
    ],
    start:
      '<html><table><tr><th></th><th>Finding</th><th>Final Rule</th><th>Rescinded</th></tr><tr><td>Ada</td><td></td><td></td><td></td></tr>',
    last: '<tr><td>Last &amp; Good</td><td></td><td></td><td></td></tr>',
    end: '</table></html>',
  },
  'nigsac-html': {
    unnamed: (name, weak, good) => [
      `<table><tr><th>Full Name</th><th>Aliases</th></tr><tr><td>${name} (${weak})</td><td>${good}</td></tr></table>` +
        '<table><tr><th>Entity Name</th></tr></table>',
    ],
    misdated:
      '<table><tr><th>Full Name</th><th>Date of Birth</th></tr><tr><td>Ada Obi</td><td>1950; in 1951?</td></tr></table>' +
      '<table><tr><th>Entity Name</th></tr></table>',
    start:
      '<html><table><tr><th>Full Name</th></tr><tr><td>Ada</td></tr></table><table><tr><th>Entity Name</th></tr>',
    last: '<tr><td>Last &amp; Good</td></tr>',
    end: '</table></html>',
  },
  'senzing-json': {
    unnamed: (name, weak, good) => [
      `${JSON.stringify({
        RECORD_ID: 'Q1',
        NAMES: [
          { NAME_TYPE: 'PRIMARY', NAME_FULL: name },
          { NAME_TYPE: 'LOW_QUALITY', NAME_FULL: weak },
          { NAME_TYPE: 'AKA', NAME_FULL: good },
        ],
      })}\n`,
    ],
    misdated:
      '{"RECORD_ID":"1","NAME_FULL":"Ada Obi","FEATURES":[{"DATE_OF_BIRTH":"1950"},{"DATE_OF_BIRTH":"in 1951?"}]}\n',
    start: '{"RECORD_ID":"1","NAME_FULL":"Ada","DATE_OF_BIRTH":"1950"}\n',
    last: '{"RECORD_ID":"2","NAME_ORG":"Last & Good"}\n',
    end: '',
  },
  'opensanctions-simple': {
    unnamed: (name, weak, good) => [
      `id,schema,name,aliases\nQ1,Person,${name},${[good, weak].join(';')}\n`,
    ],
    misdated: 'id,schema,name,birth_date\n1,Person,Ada Obi,1950;in 1951?\n',
    start: '"id","schema","name","birth_date"\n"1","Person","Ada","1950;51"\n',
    last: '"2","Company","Last & Good",""\n',
    end: '',
  },
  'ftm-json': {
    unnamed: (name, weak, good) => [
      `${JSON.stringify({
        id: 'Q1',
        schema: 'Person',
        caption: name,
        properties: { weakAlias: [weak], alias: [good] },
      })}\n`,
    ],
    misdated:
      '{"id":"1","schema":"Person","caption":"Ada Obi","properties":{"birthDate":["1950","in 1951?"]}}\n',
    start: '{"id":"1","schema":"Person","properties":{"name":["Ada"],"birthDate":["1950"]}}\n',
    last: '{"id":"2","schema":"Company","caption":"Last & Good","properties":{}}\n',
    end: '',
  },
  csv: {
    unnamed: (name, weak, good) => [`name,weak_aliases,aliases\n${name},${weak},${good}\n`],
    misdated: 'name,dob\nAda Obi,1950;in 1951?\n',
    start: 'id,name,dob\n1,"Ada; ""Ace""",1950\n',
    last: '2,Last & Good,\n',
    end: '',
  },
};
