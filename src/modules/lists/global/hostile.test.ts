import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer } from '../../../../test/support/app.ts';

const app = testApp({ rateLimits: undefined });
let key: string;
beforeAll(async () => {
  key = await app.platformKey();
});

let sources = 0;
async function imported(format: string, content: string): Promise<Answer> {
  const source = `test:hostile-${++sources}`;
  const body = { kind: 'sanctions', source, format, content };
  const answer = await app.call('POST', '/api/v1/admin/lists', { key, body });
  if (answer.status !== 201) {
    const { rows } = await app.db.pool.query('SELECT FROM global_lists WHERE source = $1', [
      source,
    ]);
    expect(rows).toEqual([]);
  }
  return answer;
}

function many(count: number, make: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('');
}
const ADA = '{"id":"0","schema":"Person","caption":"Ada"}\n';
function person(rest: string): string {
  return `{"id":"1","schema":"Person","caption":"Obi",${rest}}\n`;
}
function un(content: string): string {
  return (
    '<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>' +
    `<FIRST_NAME>ADA</FIRST_NAME>${content}</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
  );
}

test.each([
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'],
  ['an external document type', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd">', ''],
  ['entities of entities', '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>', '&b;'],
])('%s in XML is neither read nor expanded, and the file is refused', async (_, doctype, text) => {
  const content = un(`<COMMENTS1>${text}</COMMENTS1>`).replace('?>', `?>${doctype}`);
  const answer = await imported('un-xml', content);
  expect([answer.status, answer.body.error.details]).toEqual([
    400,
    [
      {
        path: 'content',
        message: 'the file has a document type declaration, which is not accepted',
      },
    ],
  ]);
});

test.each([
  ['arrays', `"x":${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['objects', `"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['characters', `"x":${'["\\u0041",'.repeat(100_000)}1${']'.repeat(100_000)}`],
])(
  'JSON with endless nesting (%s) invalidates only its line, which is reported',
  async (_, rest) => {
    const answer = await imported('ftm-json', ADA + person(rest));
    expect(answer.body.data, answer.text).toMatchObject({
      added: 1,
      rejections: [{ line: 2, reason: 'the line is nested too deeply' }],
    });
    const alone = await imported('ftm-json', person(rest));
    expect([alone.status, alone.body.error?.message]).toEqual([
      400,
      expect.stringContaining('in line 1: the line is nested too deeply'),
    ]);
  },
);

function documents(count: number): string {
  return many(count, (i) => `<INDIVIDUAL_DOCUMENT><NUMBER>${i}</NUMBER></INDIVIDUAL_DOCUMENT>`);
}
function remarks(text: string): string {
  return `1,"ADA","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${text}"\n`;
}
function properties(name: string, count: number): string {
  return person(`"properties":{"${name}":["0"${many(count, (i) => `,"n${i}"`)}]}`);
}

// Each of these files would take minutes or hours if the time grew with the square of the number of values.
test.each([
  ['un-xml', un(documents(15_000)), '15000 identifiers'],
  ['ofac-csv', remarks(many(40_000, (i) => `Passport A${i} (Iran); `)), '40000 identifiers'],
  ['ftm-json', properties('idNumber', 200_000), '200001 identifiers'],
  ['ftm-json', properties('name', 200_000), '200001 aliases'],
])(
  '%s: an entry keeps the first 2000 of too many values, and this is reported (%#)',
  async (format, content, what) => {
    const { data } = (await imported(format, content)).body;
    expect(data).toMatchObject({ added: 1, rejected: 0 });
    expect(data.omissions).toContainEqual({
      file: 'main',
      line: 0,
      reason: `entry 1: it has ${what}; 2000 are kept`,
    });
  },
);

test('columns and members with names of object properties are data', async () => {
  const csv = 'name,__proto__,constructor,id___proto__\nAda,a,b,c\n';
  const json = person('"__proto__":{"target":false},"properties":{"__proto__":["x"]}');
  for (const [format, content] of [
    ['csv', csv],
    ['ftm-json', json],
    ['un-xml', un('<__proto__>x</__proto__><constructor>y</constructor>')],
  ] as const)
    expect((await imported(format, content)).body.data, format).toMatchObject({ added: 1 });
});

function ofac(profile: string, before: string, after: string): string {
  return (
    '<?xml version="1.0"?><Sanctions><ReferenceValueSets><NamePartTypeValues><NamePartType ID="1">Last Name</NamePartType></NamePartTypeValues>' +
    `<FeatureTypeValues><FeatureType ID="2">Location</FeatureType></FeatureTypeValues><LocPartTypeValues><LocPartType ID="8">CITY</LocPartType></LocPartTypeValues></ReferenceValueSets>${before}` +
    '<DistinctParties><DistinctParty FixedRef="1"><Profile ID="1" PartySubTypeID="4"><Identity ID="7" Primary="true">' +
    '<Alias FixedRef="1" AliasTypeID="1403" Primary="true"><DocumentedName ID="1"><DocumentedNamePart>' +
    '<NamePartValue NamePartGroupID="1">Obi</NamePartValue></DocumentedNamePart></DocumentedName></Alias>' +
    `<NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1"/></MasterNamePartGroup></NamePartGroups></Identity>${profile}` +
    `</Profile></DistinctParty></DistinctParties>${after}</Sanctions>`
  );
}
function seco(identity: string, before: string, after: string): string {
  return (
    `<?xml version="1.0"?><swiss-sanctions-list list-type="whole-list">${before}<target ssid="1" sanctions-set-id="1">` +
    '<individual><identity ssid="1" main="true"><name ssid="1" name-type="primary-name"><name-part order="1"><value>Obi</value></name-part></name>' +
    `${identity}</identity></individual></target>${after}</swiss-sanctions-list>`
  );
}
const COUNT = 5000;
const LONG = 'x'.repeat(100_000);

test.each([
  [
    'ofac-xml',
    ofac(
      many(
        COUNT,
        () =>
          '<Feature FeatureTypeID="2"><FeatureVersion><VersionLocation LocationID="9"/></FeatureVersion></Feature>',
      ),
      `<Locations><Location ID="9"><LocationPart LocPartTypeID="8"><LocationPartValue Primary="true"><Value>${LONG}</Value></LocationPartValue></LocationPart></Location></Locations>`,
      '',
    ),
    'party 1: it has more than 2000 features; 2000 are kept',
  ],
  [
    'ofac-xml',
    ofac(
      '',
      `<IDRegDocuments>${many(COUNT, (i) => `<IDRegDocument ID="${i}" IdentityID="7"><IDRegistrationNo>${i}</IDRegistrationNo></IDRegDocument>`)}</IDRegDocuments>`,
      '',
    ),
    'party 1: it has more than 2000 documents; 2000 are kept',
  ],
  [
    'ofac-xml',
    ofac(
      '',
      '',
      `<SanctionsEntries>${many(COUNT, (i) => `<SanctionsEntry ID="${i}" ProfileID="1"><SanctionsMeasure><Comment>P${i}</Comment></SanctionsMeasure></SanctionsEntry>`)}</SanctionsEntries>`,
    ),
    'party 1: it has more than 2000 programmes; 2000 are kept',
  ],
  [
    'ofac-xml',
    ofac(
      '',
      '',
      `<ProfileRelationships>${many(COUNT, (i) => `<ProfileRelationship ID="${i}" From-ProfileID="1" To-ProfileID="${i}"/>`)}</ProfileRelationships>`,
    ),
    'party 1: it has more than 2000 relations; 2000 are kept',
  ],
  [
    'seco-xml',
    seco(
      many(COUNT, () => '<address place-id="9"/>'),
      '',
      `<place ssid="9"><location>${LONG}</location><country iso-code="NG">Nigeria</country></place>`,
    ),
    'target 1: it has more than 2000 elements address; 2000 are kept',
  ],
])(
  '%s: an entry keeps the first 2000 of too many references, and this is reported (%#)',
  async (format, content, reason) => {
    const { body, text } = await imported(format, content);
    expect(body.data, text.slice(0, 1000)).toMatchObject({ added: 1, rejected: 0 });
    expect(body.data.omissions.map((one: { reason: string }) => one.reason)).toContain(reason);
    const { rows } = await app.db.pool.query(
      'SELECT length(raw::text) AS length FROM shared.global_entries WHERE list_id = $1',
      [body.data.list.id],
    );
    expect(rows[0].length).toBeLessThan(2000 * 1000);
  },
);

const HALF = String.raw`\ud83d`;
test.each([
  ['ftm-json', person(`"properties":{"alias":["Eze ${HALF}"]}`), 'half of a character'],
  ['senzing-json', `{"RECORD_ID":"1","NAME_FULL":"Obi ${HALF}"}\n`, 'half of a character'],
  ['un-xml', un('<COMMENTS1>&#xD83D;</COMMENTS1>'), 'malformed character entity'],
  ['ofac-xml', ofac('<a>&#xD83D;</a>', '', ''), 'malformed character entity'],
  ['seco-xml', seco('<a>&#xD83D;</a>', '', ''), 'malformed character entity'],
])('%s: half a character, which cannot be stored, is refused', async (format, content, said) => {
  const { status, body } = await imported(format, content);
  expect([status, body.error.details]).toEqual([
    400,
    [{ path: 'content', message: expect.stringContaining(said) }],
  ]);
});

const CUT = `${'x'.repeat(499)}\u{1f600}`;
test.each([
  [
    'ofac-xml',
    ofac(
      '<Feature FeatureTypeID="2"><FeatureVersion><VersionLocation LocationID="9"/></FeatureVersion></Feature>',
      `<Locations><Location ID="9"><LocationPart LocPartTypeID="8"><LocationPartValue Primary="true"><Value>${CUT}</Value></LocationPartValue></LocationPart></Location></Locations>`,
      '',
    ),
  ],
  [
    'seco-xml',
    seco('<address place-id="9"/>', '', `<place ssid="9"><location>${CUT}</location></place>`),
  ],
])('%s: a text cut in the middle of a character is stored', async (format, content) => {
  const { body, text } = await imported(format, content);
  expect(body.data, text).toMatchObject({ added: 1, omitted: 0 });
  const { rows } = await app.db.pool.query(
    "SELECT facts->'addresses'->>0 AS address FROM shared.global_entries WHERE list_id = $1",
    [body.data.list.id],
  );
  expect(rows[0].address).toMatch(/^x{499}\ufffd$/);
});
