import { SOMEBODY } from '../../../../test/support/actor.ts';
import { appendFileSync, renameSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlace, type Place } from '../../../../test/support/bulk-screening.ts';
import { listEntries } from './entries.ts';
import { importEntries, type EntriesImport } from './import-entries.ts';
import { createList, deleteList } from './lists.ts';

const SECRET = 's'.repeat(32);

let place: Place;
let count = 0;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.stop());

/** A list of a new organization, a file for it, and its import. */
async function prepared(content: string, more: Partial<EntriesImport> = {}) {
  count += 1;
  const { id: orgId } = await place.org();
  const { id: listId } = await place.db.transaction((tx) =>
    createList(tx, orgId, { source: `s-${count}`, name: 'S', kind: 'tenant_blocklist' }),
  );
  const never = new AbortController().signal;
  const file = await place.file(`entries-${count}.csv`, content);
  const job = {
    orgId,
    listId,
    file,
    skipInvalid: false,
    stop: never,
    onProgress: () => {},
    ...more,
  };
  const run = (changed: Partial<EntriesImport> = {}) =>
    importEntries({ db: place.db, secret: SECRET }, { ...job, ...changed });
  const stored = async (limit = 100) =>
    (await listEntries(place.db.read, orgId, listId, { limit })).items;
  const total = async (): Promise<number> =>
    (await listEntries(place.db.read, orgId, listId, {})).total;
  return { orgId, listId, file, run, stored, total };
}

function people(first: number, rows: number): string {
  return Array.from({ length: rows }, (_, i) => `Ada Obi ${first + i}\n`).join('');
}

test('adds an entry for each row, and one for each alias', async () => {
  const { run, stored } = await prepared(
    '\uFEFFName,aliases,DOB,Country,id,id_passport,note\r\n' +
      '"Okafor, Chidi",Chidi O; C. Okafor ;Chidi O,1980-02-29,Nigeria,c-1,A123,known\r\n' +
      '\r\n' +
      'Musa Bello,,,gh,,,\r\n',
  );
  expect(await run()).toEqual({
    ok: true,
    finished: true,
    rows: 2,
    added: 4,
    addedBefore: 0,
    invalid: 0,
    problems: [],
    sharedIds: [],
    encoding: 'utf-8',
    delimiter: 'comma',
    warnings: [],
  });
  const common = {
    dob: '1980-02-29',
    country: 'NG',
    identifiers: { id: 'c-1', passport: 'A123' },
    raw: expect.objectContaining({ Name: 'Okafor, Chidi', note: 'known', Country: 'Nigeria' }),
  };
  const entries = (await stored()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(entries).toMatchObject([
    { name: 'Okafor, Chidi', ...common },
    { name: 'Chidi O', ...common },
    { name: 'C. Okafor', ...common },
    { name: 'Musa Bello', dob: null, country: 'GH', identifiers: null },
  ]);
});

test('two people with one id are two entries, and the report mentions it', async () => {
  const { run, total } = await prepared('id,name\n7,Ada Obi\n7,Musa Bello\n7,"OBI, Ada"\n');
  expect(await run()).toMatchObject({ added: 3, sharedIds: [{ line: 3, ofLine: 2 }] });
  expect(await total()).toBe(3);
});

const INVALID =
  'name,dob,country,aliases\n' +
  'Ada Obi,1990-01-01,NG,\n' +
  ',1990-01-01,NG,\n' +
  'Musa Bello,30-07-57,NG,\n' +
  'Musa Bello,,Atlantis,\n' +
  'Musa Bello,,,...;Musa\n' +
  'Musa Bello,,\n' +
  '"Musa Bello,,\n' +
  'Ngozi Eze,,,\n';

test('invalid rows are reported with line and reason, without values, and nothing is added', async () => {
  const { run, total } = await prepared(INVALID);
  const report = await run();
  expect(report).toMatchObject({ ok: false, rows: 8, added: 0, invalid: 6 });
  expect(report.problems.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
  const reasons = report.problems.map(({ reason }) => reason);
  expect(reasons[0]).toMatch(/^name: /);
  expect(reasons[1]).toMatch(/^dob: /);
  expect(reasons[2]).toMatch(/^country: /);
  expect(reasons[3]).toMatch(/^aliases: /);
  expect(reasons[4]).toBe('the row has 3 columns, the header 4');
  expect(reasons[5]).toMatch(/never closed/);
  expect(reasons.join()).not.toMatch(/Musa|Atlantis|1957/);
  expect(await total()).toBe(0);
});

test('with skipInvalid the valid rows are added', async () => {
  const { run, total } = await prepared(INVALID, { skipInvalid: true });
  expect(await run()).toMatchObject({ ok: true, rows: 8, added: 2, invalid: 6 });
  expect(await total()).toBe(2);
});

test('adding the same file again adds nothing, and continues an interrupted import', async () => {
  const { run, total } = await prepared(`name\n${people(0, 2500)}`);
  const progress: [string, number, number][] = [];
  const stopping = (phase: string, { rows, share }: { rows: number; share: number }): void => {
    progress.push([phase, rows, share]);
    if (phase === 'added' && rows === 2000) throw new Error('interrupted');
  };
  await expect(run({ onProgress: stopping })).rejects.toThrow('interrupted');
  expect(await total()).toBe(2000);
  expect(progress).toEqual([
    ['checked', 1000, expect.closeTo(0.4, 2)],
    ['checked', 2000, expect.closeTo(0.8, 2)],
    ['added', 1000, 0.4],
    ['added', 2000, 0.8],
  ]);
  expect(await run()).toMatchObject({ ok: true, added: 500, addedBefore: 2000 });
  expect(await run()).toMatchObject({ ok: true, added: 0, addedBefore: 2500 });
  expect(await total()).toBe(2500);
});

test('a stop ends the run with the current batch, or before anything is added', async () => {
  const { run, total } = await prepared(`name\n${people(0, 2500)}`);
  for (const [phase, added] of [
    ['checked', 0],
    ['added', 1000],
  ] as const) {
    const stop = new AbortController();
    const onProgress = (now: string): void => void (now === phase && stop.abort());
    const report = await run({ stop: stop.signal, onProgress });
    expect(report).toMatchObject({ ok: true, finished: false, added });
    expect(await total()).toBe(added);
  }
  expect(await run()).toMatchObject({ finished: true, added: 1500, addedBefore: 1000 });
});

test('two concurrent runs add each row once', async () => {
  const { run, total } = await prepared(`name\n${people(0, 3000)}`);
  const reports = await Promise.all([run(), run()]);
  expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(3000);
  expect(await total()).toBe(3000);
});

test('stops if the file changes during the import, but not if it is replaced', async () => {
  const { run, file, total } = await prepared(`name\n${people(0, 1500)}`);
  const appending = run({
    onProgress: (phase) => void (phase === 'checked' && appendFileSync(file, 'Musa Bello\n')),
  });
  await expect(appending).rejects.toMatchObject({ code: 'CONFLICT' });
  const replaced = await prepared(`name\n${people(0, 1500)}`);
  const other = await place.file('other.csv', 'name\nMusa Bello\n');
  const report = await replaced.run({
    onProgress: (phase) => void (phase === 'checked' && renameSync(other, replaced.file)),
  });
  expect(report).toMatchObject({ added: 1500 });
  expect(await total()).toBe(0);
});

test('returns an error for an unknown list, or one of another organization, and reports files that are not CSV', async () => {
  const one = await prepared('name\nAda Obi\n');
  const other = await prepared('name\nAda Obi\n');
  for (const changed of [{ listId: other.listId }, { listId: 'nonsense' }])
    await expect(one.run(changed)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(one.run({ file: place.path('none') })).rejects.toMatchObject({
    message: 'file: cannot be read (ENOENT)',
  });
  const headless = await place.file('headless.csv', 'who\nAda\n');
  await expect(one.run({ file: headless })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await place.db.transaction((tx) =>
    deleteList(tx, one.orgId, one.listId, SOMEBODY, async () => false),
  );
  await expect(one.run()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('columns and the order of dates may be given, and a file with only ambiguous dates is refused', async () => {
  const { run, stored } = await prepared('Kunde;Geburtsdatum\nAda Obi;05/07/1967\n');
  const columns = { name: 'Kunde', dob: 'Geburtsdatum' };
  const refused = await run({ reading: { columns } }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ details: [{ path: 'dateFormat' }] });
  await run({ reading: { columns, dateFormat: 'DMY' } });
  expect(await stored()).toMatchObject([{ name: 'Ada Obi', dob: '1967-07-05' }]);
});
