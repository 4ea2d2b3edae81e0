import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Answer, type TestApp } from '../../../../test/support/app.ts';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  key = await app.platformKey();
});
afterAll(() => app.stop());

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
])('%s in XML is neither read nor expanded: the file is refused', async (_, doctype, text) => {
  const content = un(`<COMMENTS1>${text}</COMMENTS1>`).replace('?>', `?>${doctype}`);
  const answer = await imported('un-xml', content);
  expect([answer.status, answer.body.error.details]).toEqual([
    400,
    [{ path: 'content', message: 'the file has a document type declaration, which is not read' }],
  ]);
});

test.each([
  ['arrays', `"x":${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['objects', `"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['characters', `"x":${'["\\u0041",'.repeat(100_000)}1${']'.repeat(100_000)}`],
])('JSON nested without end (%s) costs its own line, which is named', async (_, rest) => {
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
});

function documents(count: number): string {
  return many(count, (i) => `<INDIVIDUAL_DOCUMENT><NUMBER>${i}</NUMBER></INDIVIDUAL_DOCUMENT>`);
}
function remarks(text: string): string {
  return `1,"ADA","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${text}"\n`;
}
function properties(name: string, count: number): string {
  return person(`"properties":{"${name}":["0"${many(count, (i) => `,"n${i}"`)}]}`);
}

// With time in proportion to the square of their number, each of these would take minutes and hours.
test.each([
  ['un-xml', un(documents(15_000)), '15000 identifiers'],
  ['ofac-csv', remarks(many(40_000, (i) => `Passport A${i} (Iran); `)), '40000 identifiers'],
  ['ftm-json', properties('idNumber', 400_000), '400001 identifiers'],
  ['ftm-json', properties('name', 400_000), '400001 aliases'],
])(
  '%s: of one entry with too much of something the first 2000 are kept, and that is reported (%#)',
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

test('columns and members that are called like properties of objects are data', async () => {
  const csv = 'name,__proto__,constructor,id___proto__\nAda,a,b,c\n';
  const json = person('"__proto__":{"target":false},"properties":{"__proto__":["x"]}');
  for (const [format, content] of [
    ['csv', csv],
    ['ftm-json', json],
    ['un-xml', un('<__proto__>x</__proto__><constructor>y</constructor>')],
  ] as const)
    expect((await imported(format, content)).body.data, format).toMatchObject({ added: 1 });
});
