import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer } from '../../../../test/support/app.ts';
import { workbookOf } from '../../../../test/support/workbook.ts';

const LISTS = '/api/v1/admin/lists';

const app = testApp({ rateLimits: undefined });
let platform: string;
let tenant: string;
beforeAll(async () => {
  platform = await app.platformKey();
  tenant = (await app.org()).key;
});

let sources = 0;
/** A source that no other test uses, because all tests share the global lists. */
function freshSource(): string {
  return `test:global-${++sources}`;
}

type Body = Record<string, unknown>;
function importCsv(source: string, content: string, more: Body = {}): Promise<Answer> {
  return app.call('POST', LISTS, {
    key: platform,
    body: { kind: 'sanctions', source, format: 'csv', content, ...more },
  });
}
async function hitsFor(name: string): Promise<Body[]> {
  return (await app.call('POST', '/api/v1/fraud/screen', { key: tenant, body: { name } })).body.data
    .hits;
}
function fetchList(id: string): Promise<Answer> {
  return app.call('GET', `${LISTS}/${id}`, { key: platform });
}

describe('an import', () => {
  test('creates a list, reports it, and every tenant is screened against it immediately', async () => {
    const source = freshSource();
    const answer = await importCsv(
      source,
      'id,name,dob,country\n1,Zubeiru Kwatamara,1970-01-31,NG\n2,Ottoline Vandermark,,NL\n',
      { name: 'Test sanctions' },
    );
    expect(answer.status).toBe(201);
    const { list, ...report } = answer.body.data;
    expect(report).toEqual({
      added: 2,
      changed: 0,
      removed: 0,
      unchanged: 0,
      rejected: 0,
      rejections: [],
      omitted: 0,
      omissions: [],
      skipped: false,
      unknown: { topics: 0, programs: 0, named: [] },
      readAs: { encoding: 'utf-8', delimiter: 'comma', warnings: [] },
    });
    expect(list).toMatchObject({
      source,
      name: 'Test sanctions',
      kind: 'sanctions',
      format: 'csv',
      entryCount: 2,
      revision: 1,
    });
    expect((await fetchList(list.id)).body.data).toEqual(list);
    expect(await hitsFor('Zubeiru Kwatamara')).toMatchObject([
      {
        listKind: 'sanctions',
        listId: list.id,
        source,
        listName: 'Test sanctions',
        score: 100,
        dob: '1970-01-31',
        country: 'NG',
      },
    ]);
  });

  // contract: screening/global-lists-atomic
  test('replaces the list with its source, and the counts of added, changed, removed and unchanged entries add up', async () => {
    const source = freshSource();
    const first = await importCsv(
      source,
      'id,name,country\n1,Ingmar Solvejgsson,SE\n2,Wanjiku Kimathirande,KE\n3,Piotr Wolskiewicz,PL\n',
    );
    const before = await hitsFor('Ingmar Solvejgsson');
    const second = await importCsv(
      source,
      'id,name,country\n1,Ingmar Solvejgsson,SE\n2,Wanjiku Kimathirande,UG\n4,Yevgenia Marchukova,UA\n',
    );
    expect(second.body.data).toMatchObject({
      added: 1,
      changed: 1,
      removed: 1,
      unchanged: 1,
      rejected: 0,
    });
    expect(second.body.data.list).toMatchObject({
      id: first.body.data.list.id,
      entryCount: 3,
      revision: 2,
      name: source,
    });
    expect((await hitsFor('Ingmar Solvejgsson'))[0]!['entryId']).toBe(before[0]!['entryId']);
    expect(await hitsFor('Wanjiku Kimathirande')).toMatchObject([{ country: 'UG' }]);
    expect(await hitsFor('Piotr Wolskiewicz')).toEqual([]);
    expect(await hitsFor('Yevgenia Marchukova')).toHaveLength(1);
  });

  test('changes nothing for the same file, including the revision', async () => {
    const source = freshSource();
    const content = 'id,name\n1,Quillon Ferrashawe\n';
    const first = await importCsv(source, content);
    const second = await importCsv(source, content);
    expect(second.body.data).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 1 });
    expect(second.body.data.list.revision).toBe(first.body.data.list.revision);
    expect(second.body.data.list.importedAt >= first.body.data.list.importedAt).toBe(true);
  });

  test('skips the files of the last import, and the list counts as freshly imported', async () => {
    const source = freshSource();
    const content = 'id,name,dob\n1,Zubeiru Kwatamara,in 1951?\n2,\n';
    const first = (await importCsv(source, content)).body.data;
    expect(first).toMatchObject({ rejected: 1, omitted: 1, skipped: false });
    const again = (await importCsv(source, content, { name: 'Renamed' })).body.data;
    expect(again).toMatchObject({
      skipped: true,
      unchanged: 1,
      rejected: 1,
      rejections: [],
      omitted: 1,
      list: { revision: 1, name: 'Renamed', entryCount: 1 },
    });
    expect(again.list.importedAt > first.list.importedAt).toBe(true);
    const other = (await importCsv(source, `${content}3,Ottoline Vandermark,\n`)).body.data;
    expect(other).toMatchObject({ skipped: false, added: 1, unchanged: 1 });
    const back = (await importCsv(source, content)).body.data;
    expect(back).toMatchObject({ skipped: false, removed: 1 });
  });

  test('reads the same files again with another reader, or with another file in addition', async () => {
    const source = freshSource();
    const content = '36,"DOE, John","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n';
    const aliases = '36,12,"aka","ROE, Richard",-0- \r\n';
    const skipped = async (more: Body = {}): Promise<boolean> =>
      (await importCsv(source, content, { format: 'ofac-csv', ...more })).body.data.skipped;
    expect(await skipped()).toBe(false);
    expect(await skipped({ aliases })).toBe(false);
    expect(await skipped({ aliases })).toBe(true);
    await app.db.pool.query(
      `UPDATE shared.global_lists SET imported_files = imported_files || '{"readers": 0}' WHERE source = $1`,
      [source],
    );
    expect(await skipped({ aliases })).toBe(false);
  });

  test('reports unusable rows and fields by line, and imports everything else', async () => {
    const answer = await importCsv(
      freshSource(),
      'id,name,dob,country\n1,Ottilie Brandvold,1980-02-30,\n2,,,\n3,Rasmus Hagebraten,,Atlantis\n4,Solveig Torkildsdatter,,\n4,"TORKILDSDATTER, Solveig",,\n5,...,,\n6,short row\n',
    );
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ added: 3, rejected: 4, omitted: 2 });
    const { rejections, omissions } = answer.body.data;
    const linesOf = (problems: { line: number }[]) => problems.map(({ line }) => line);
    expect([linesOf(rejections), linesOf(omissions)]).toEqual([
      [3, 6, 7, 8],
      [2, 4],
    ]);
    expect(answer.body.data.list.entryCount).toBe(3);
    expect(await hitsFor('Rasmus Hagebraten')).toMatchObject([{ score: 100, country: null }]);
  });

  // contract: screening/global-lists-atomic
  test.each([
    ['garbage', '\u0001\u0002%%%'],
    ['another format', '<?xml version="1.0"?><list/>'],
    ['a header without name', 'id,country\n1,NG\n'],
    ['a header and nothing else', 'id,name\n'],
    ['only unusable rows', 'id,name\n1,\n2,---\n'],
    ['white space', ' \n \n'],
  ])('of %s returns 400 and changes nothing', async (_, content) => {
    const source = freshSource();
    const { list } = (await importCsv(source, 'id,name\n1,Thaddeus Okwuosa\n')).body.data;
    const answer = await importCsv(source, content);
    expect([answer.status, answer.body.error.code], answer.text).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.error.details[0].path).toBe('content');
    expect((await fetchList(list.id)).body.data).toEqual(list);
    const unknown = freshSource();
    expect((await importCsv(unknown, content)).status).toBe(400);
    const all = await app.call('GET', `${LISTS}?limit=100`, { key: platform });
    expect(all.text).not.toContain(`"${unknown}"`);
  });

  // contract: screening/global-lists-atomic
  test('returns 409 if it would change the kind of a list', async () => {
    const source = freshSource();
    const { list } = (await importCsv(source, 'name\nThaddeus Okwuosa\n')).body.data;
    const answer = await importCsv(source, 'name\nSomebody Else\n', { kind: 'pep' });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await fetchList(list.id)).body.data).toEqual(list);
  });

  test.each([
    [{ kind: 'tenant_blocklist' }, 'kind'],
    [{ format: 'exe' }, 'format'],
    [{ format: '__proto__' }, 'format'],
    [{ format: 'constructor' }, 'format'],
    [{ source: 'a b' }, 'source'],
    [{ source: '' }, 'source'],
    [{ content: '' }, 'content'],
    [{ content: 1 }, 'content'],
    [{ name: '' }, 'name'],
  ])('with %j returns 400', async (change, path) => {
    const answer = await importCsv(freshSource(), 'name\nx y\n', change);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].path).toBe(path);
  });

  test('takes OFAC files with their aliases', async () => {
    const content =
      '36,"VANTERPOOL, Ezekiel","individual","CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 01 Aug 1960."\r\n';
    const aliases = '36,12,"aka","KRONEBERGER, Ezekias",-0- \r\n';
    const answer = await importCsv(freshSource(), content, { format: 'ofac-csv', aliases });
    expect([answer.status, answer.body.data?.added], answer.text).toEqual([201, 1]);
    const error = await importCsv(freshSource(), content, {
      format: 'ofac-csv',
      aliases: '<html>',
    });
    expect([error.status, error.body.error.details[0].path]).toEqual([400, 'aliases']);
    expect(await hitsFor('Ezekias Kroneberger')).toMatchObject([
      { name: 'Ezekiel VANTERPOOL', matchedName: 'Ezekias KRONEBERGER' },
    ]);
  });

  test('concurrent imports of one source take turns: the result is one of the files', async () => {
    const source = freshSource();
    const files = Array.from(
      { length: 5 },
      (_, i) => `id,name\n${i},Wilhelmina Number${i}\nx,Common Entry\n`,
    );
    const answers = await Promise.all(files.map((content) => importCsv(source, content)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const { id } = answers[0]!.body.data.list;
    expect((await fetchList(id)).body.data).toMatchObject({ entryCount: 2, revision: 5 });
  });

  // contract: screening/global-lists-atomic
  test('shows each screening either the whole old list or the whole new one', async () => {
    const source = freshSource();
    const file = (half: string) =>
      `id,name\n${Array.from({ length: 40 }, (_, i) => `${half}${i},Bartholomew Quisling${half}\n`).join('')}`;
    await importCsv(source, file('a'));
    const state = { done: false };
    const imports = (async () => {
      for (const half of ['b', 'a', 'b', 'a', 'b']) await importCsv(source, file(half));
      state.done = true;
    })();
    while (!state.done) {
      const answer = await app.call('POST', '/api/v1/fraud/screen', {
        key: tenant,
        body: { name: 'Bartholomew Quisling', threshold: 50, limit: 100, kinds: ['sanctions'] },
      });
      const hits = (answer.body.data.hits as Body[]).filter((hit) => hit['source'] === source);
      expect(hits).toHaveLength(40);
      expect(new Set(hits.map((hit) => hit['name'])).size).toBe(1);
    }
    await imports;
  });
});

describe('the lists', () => {
  test('are listed in pages', async () => {
    await importCsv(freshSource(), 'name\nPage One\n');
    await importCsv(freshSource(), 'name\nPage Two\n');
    const page = (await app.call('GET', `${LISTS}?limit=1&page=2`, { key: platform })).body.data;
    expect(page).toMatchObject({ page: 2, limit: 1 });
    expect(page.items).toHaveLength(1);
    expect(page.total).toBeGreaterThan(1);
  });

  test('can be deleted, and screenings that found their entries stay', async () => {
    const { list } = (await importCsv(freshSource(), 'name\nAdelheid Zwirnmann\n')).body.data;
    const screening = (
      await app.call('POST', '/api/v1/fraud/screen', {
        key: tenant,
        body: { name: 'Adelheid Zwirnmann' },
      })
    ).body.data;
    expect(screening.hits).toHaveLength(1);
    const answer = await app.call('DELETE', `${LISTS}/${list.id}`, { key: platform });
    expect([answer.status, answer.body.data]).toEqual([200, { id: list.id, deleted: true }]);
    expect((await fetchList(list.id)).status).toBe(404);
    expect(await hitsFor('Adelheid Zwirnmann')).toEqual([]);
    const stored = await app.call('GET', `/api/v1/fraud/screenings/${screening.screeningId}`, {
      key: tenant,
    });
    expect(stored.body.data.hits).toEqual(screening.hits);
  });

  test('cannot be seen or changed with a tenant key', async () => {
    const { list } = (await importCsv(freshSource(), 'name\nSome Body\n')).body.data;
    for (const [method, path] of [
      ['GET', LISTS],
      ['GET', `${LISTS}/${list.id}`],
      ['DELETE', `${LISTS}/${list.id}`],
    ] as const)
      expect((await app.call(method, path, { key: tenant })).status).toBe(403);
    expect((await fetchList(list.id)).status).toBe(200);
  });
});

test('a file in base64 may be a workbook or in a code page, and is rejected with 400 if it is not base64', async () => {
  const source = freshSource();
  const send = (content: string | Buffer) =>
    importCsv(source, typeof content === 'string' ? content : content.toString('base64'), {
      contentEncoding: 'base64',
    });
  const workbook = await send(workbookOf([['name'], ['Viktor Bout']]));
  expect([workbook.status, workbook.body.data.added]).toEqual([201, 1]);
  const page = await send(Buffer.from('name\nG\xfcl\xfe\xfeen \xddld\xfdz\n', 'latin1'));
  expect(page.body.data.readAs.encoding).toBe('windows-1254');
  const broken = await send('name\nAda');
  expect([broken.status, broken.body.error.details[0].path]).toEqual([400, 'content']);
});
