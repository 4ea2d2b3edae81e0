import { existsSync, appendFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiError } from '../../../platform/errors/index.ts';
import { CAPS } from '../../screening/screen/plan.ts';
import type { Screening } from '../../screening/screen/screening.ts';
import { storeScreenings } from '../../screening/screen/content/store-screenings.ts';
import type { BulkJob } from './screen-file.ts';
import {
  openPlace,
  LISTED,
  readCsv,
  run,
  type Place,
} from '../../../../test/support/bulk-screening.ts';

let place: Place;
let count = 0;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.stop());

/** Returns the path of a file of names, and the paths of its results. */
async function names(content: string | Uint8Array): Promise<{ file: string; results: string }> {
  count += 1;
  const file = await place.file(`names-${count}.csv`, content);
  return { file, results: place.path(`results-${count}`) };
}

async function problem(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: ApiError) => `${error.code}: ${error.message}`,
  );
}

describe('results', () => {
  test('compare a column of aliases; an unusable alias is omitted, and the row reports it', async () => {
    const { id: orgId } = await place.org();
    const { file, results } = await names(
      `name,aliases\nThandeka Mkhwanazi,Ada; ${LISTED}\nThandeka Mkhwanazi,...;${LISTED}\n${LISTED},;\n`,
    );
    await run(place, file, { orgId, results, format: 'jsonl' });
    const rows = (await readFile(results, 'utf8'))
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    const reason = expect.stringMatching(/^aliases\[0\]: /);
    expect(rows.map((row) => [row.outcome, row.reason])).toEqual([
      ['block', undefined],
      ['block', reason],
      ['block', undefined],
    ]);
  });

  test("contain the normal form of a subject's id", async () => {
    const { id: orgId } = await place.org();
    const { file, results } = await names('subject_id,name\nJose\u0301,Thandeka Mkhwanazi\n');
    await run(place, file, { orgId, results, format: 'jsonl' });
    expect(JSON.parse(await readFile(results, 'utf8'))).toMatchObject({ ref: 'Jos\u00e9' });
  });

  test('compare columns of facts; an unusable fact is omitted, and the row reports it', async () => {
    const { id: orgId } = await place.org();
    const { file, results } = await names(
      'name,type,gender,birth_date,birth_place,nationality,addresses\n' +
        `${LISTED},Person,F,1970,"Giza, Egypt",Egypt;NG,Broad Street 12;London\n` +
        `${LISTED},ship,x,soon,...,Atlantis,...\n`,
    );
    await run(place, file, { orgId, results, format: 'jsonl' });
    const rows = (await readFile(results, 'utf8'))
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows.map((row) => row.outcome)).toEqual(['block', 'block']);
    expect(rows[0].reason).toBeUndefined();
    for (const field of ['type', 'gender', 'birthDate', 'birthPlace', 'nationality', 'addresses'])
      expect(rows[1].reason).toContain(field);
    expect(rows[1].reason).not.toMatch(/Atlantis|soon/);
  });

  test('search columns of numbers; an invalid number is omitted, and the row reports it', async () => {
    const org = await place.org();
    await org.list('Somebody', { passport: 'B-0012 3456', lei: '506700GE1G29325QX363' });
    const { file, results } = await names(
      'name,id_passport,identifier_LEI,id_case\n' +
        'Thandeka Mkhwanazi,b00123456,,4711\n' +
        'Thandeka Mkhwanazi,,506700GE1G29325QX364,\n' +
        'Thandeka Mkhwanazi,B00123456,506700GE1G29325QX364,\n',
    );
    await run(place, file, { orgId: org.id, results, format: 'jsonl' });
    const text = await readFile(results, 'utf8');
    const rows = text
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    const shared = [{ kind: 'passport', country: null, lastFour: '3456' }];
    expect(rows.map(({ outcome, hits }) => [outcome, hits[0]?.identifiers])).toEqual([
      ['block', shared],
      ['clear', undefined],
      ['block', shared],
    ]);
    const reason = expect.stringMatching(/^identifier_LEI: is no LEI/);
    expect(rows.map((row) => row.reason)).toEqual([undefined, reason, reason]);
    expect(text).not.toMatch(/00123456|506700/);
  });

  test('equal the answers of the batch route, one for each row, in order', async () => {
    const { id: orgId } = await place.org();
    const { file, results } = await names(
      '\uFEFFName,ID,dob,Country,phone\r\n' +
        `${LISTED},c-1,1990-01-01,ng,1\r\n` +
        '\r\n' +
        '"Hollingsworth,\r\nMargarethe",c-2,,Nigeria,2\r\n' +
        `Okonkwo Adaeze,,,,\r\n`,
    );
    const report = await run(place, file, { orgId, results, format: 'jsonl', threshold: 80 });
    const rows = (await readFile(results, 'utf8'))
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows.map(({ line, ref, outcome }) => [line, ref, outcome])).toEqual([
      [2, 'c-1', 'block'],
      [4, 'c-2', 'clear'],
      [6, null, 'block'],
    ]);
    expect(report.position.counts).toEqual({ block: 2, clear: 1, review: 0, invalid: 0 });
    const subjects = [
      { name: LISTED, dob: '1990-01-01', country: 'ng' },
      { name: 'Hollingsworth,\nMargarethe', country: 'NG' },
      { name: 'Okonkwo Adaeze' },
    ];
    const alone = await place.screening.screen({
      orgId,
      subjects,
      rules: { threshold: 80 },
      caps: CAPS,
    });
    expect(report.position.listVersion).toBe(alone.listVersion);
    expect(rows.map(({ hits }) => hits)).toEqual(alone.verdicts.map(({ hits }) => hits));
    // The batch route stores the same for them.
    await place.db.transaction((tx) =>
      storeScreenings(tx, [{ orgId, subjectId: null, screened: alone }]),
    );
    const ids = alone.verdicts.map(({ id }) => id);
    const stored = async (those: string[]) =>
      place.db.read
        .selectFrom('screenings')
        .select(['query', 'outcome', 'hits', 'list_version'])
        .where('org_id', '=', orgId)
        .where('id', 'in', those)
        .orderBy('id')
        .execute();
    expect(await stored(rows.map(({ screeningId }) => screeningId))).toEqual(await stored(ids));
    const subjectIds = await place.db.read
      .selectFrom('screenings')
      .select('subject_id')
      .where('org_id', '=', orgId)
      .orderBy('id')
      .limit(3)
      .execute();
    expect(subjectIds.map((row) => row.subject_id)).toEqual(['c-1', 'c-2', null]);
  });

  test('report an unusable row with line and reason, and ignore a bad dob or country', async () => {
    const { id: orgId } = await place.org();
    const { file, results } = await names(
      'name,ref,dob,country\n' +
        ',a,,\n' +
        '—,b,1990-02-30,Atlantis\n' +
        `Ada Obi,${'x'.repeat(201)},,\n` +
        'Ada Obi,c\n' +
        '"never closed,d,,\n' +
        'Ada "Obi,e,,\n' +
        `${'n'.repeat(501)},f,,\n` +
        `${LISTED},g,,\n` +
        `${LISTED},h,1957,NG\n` +
        `${LISTED},i,30/07/1957,Atlantis\n`,
    );
    const { position } = await run(place, file, { orgId, results, format: 'csv' });
    const rows = await readCsv(results);
    expect(rows.map(({ line, ref, outcome }) => `${line} ${ref} ${outcome}`)).toEqual([
      ...['2 a', '3 b', '4 ', '5 ', '6 '].map((row) => `${row} invalid`),
      '7 e clear',
      '8 f invalid',
      ...['9 g', '10 h', '11 i'].map((row) => `${row} block`),
    ]);
    expect(rows[1]!['reason']).toMatch(/^name: .*no letter.*; country: .*ISO 3166-1.*; dob: /);
    const { counts, incomplete } = position;
    expect([counts.invalid, incomplete]).toEqual([6, 1]);
    const screened = rows.slice(7).map(({ outcome, reason }) => `${outcome} ${reason}`);
    expect(screened).toEqual([
      'block ',
      'block ',
      expect.stringMatching(/^block country: .*ISO 3166-1/),
    ]);
    expect(rows[2]!['reason']).toBe('ref: must have at most 200 characters');
    expect(rows[3]!['reason']).toBe('the row has 2 columns, the header 4');
    const stored = await place.db.read
      .selectFrom('screenings')
      .select('subject_id')
      .where('org_id', '=', orgId)
      .orderBy('id')
      .execute();
    expect(stored.map((row) => row.subject_id)).toEqual(['e', 'g', 'h', 'i']);
  });

  test('as CSV name the best hit, contain all hits as JSON and no formulas; only the owner can read the file', async () => {
    const { id: orgId, list } = await place.org();
    await list(`=${LISTED}, "Lagos"`);
    const { file, results } = await names(`name,ref\n"=${LISTED}, ""Lagos""",+234\n`);
    await run(place, file, { orgId, results, format: 'csv', threshold: 60 });
    const [row] = (await readCsv(results)) as [Record<string, string>];
    const hits = JSON.parse(row['hits']!);
    expect(hits).toHaveLength(2);
    expect(row).toMatchObject({
      ref: "'+234",
      hitCount: '2',
      listKind: 'tenant_blocklist',
      source: 'internal',
      entryId: hits[0].entryId,
      score: '100',
      matchedName: `'=${LISTED}, "Lagos"`,
    });
    expect(hits[0].matchedName).toBe(`=${LISTED}, "Lagos"`);
    expect((await stat(results)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${results}.progress`)).toBe(false);
  });

  test('are empty for a file with only a header; limit and kinds apply', async () => {
    const { id: orgId, list } = await place.org();
    const empty = await names('name\n');
    const { position, finished } = await run(place, empty.file, {
      orgId,
      results: empty.results,
      format: 'csv',
    });
    expect([position.counts.clear, finished, (await readCsv(empty.results)).length]).toEqual([
      0,
      true,
      0,
    ]);
    await list(LISTED);
    const one = await names(`name\n${LISTED}\n`);
    const job = { orgId, results: one.results, format: 'csv' as const, limit: 1 };
    await run(place, one.file, { ...job, kinds: ['pep'] });
    expect(await readCsv(one.results)).toMatchObject([{ outcome: 'block', hitCount: '1' }]);
  });
});

describe('a file that is refused before anything is written', () => {
  test.each([
    ['an empty file', '', 'the file is empty'],
    ['a header without names', 'id,dob\n1,\n', 'no column "name"'],
    ['bars', 'name|dob\nAda|\n', 'separated by commas, semicolons or tabs'],
    ['a zip archive', Buffer.from('PK\x03\x04\x14\0\x06\0name\n'), 'the workbook is broken'],
    ['two columns of names', 'name,NAME\na,b\n', 'more than one column'],
  ])('%s', async (_, content, message) => {
    const { id: orgId } = await place.org();
    const { file, results } = await names(content);
    const said = await problem(run(place, file, { orgId, results, format: 'csv' }));
    expect(said).toMatch(/^BAD_REQUEST: file: /);
    expect(said).toContain(message);
    expect([existsSync(results), existsSync(`${results}.progress`)]).toEqual([false, false]);
  });

  test('is a folder or does not exist', async () => {
    const job = { orgId: 'org_x', results: place.path('never'), format: 'csv' as const };
    expect(await problem(run(place, place.folder, job))).toContain(
      'BAD_REQUEST: file: is not a file',
    );
    expect(await problem(run(place, place.path('nothing'), job))).toContain('ENOENT');
  });
});

describe('continuing', () => {
  const begun = async () => {
    const { id: orgId } = await place.org();
    const files = await names(`name\n${'Ada Obi\n'.repeat(25)}`);
    const stop = new AbortController();
    const job = { orgId, results: files.results, format: 'csv' as const };
    const report = await run(place, files.file, job, {
      stop: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(report.finished).toBe(false);
    expect(report.position.counts.clear).toBeLessThan(25);
    return { ...files, job };
  };

  test('after a stop in the middle of a block begins with that block', async () => {
    const { id: orgId } = await place.org();
    const results = place.path('middle.csv');
    const file = await place.file('middle-names.csv', `name\n${`${LISTED}\n`.repeat(25)}`);
    const stop = new AbortController();
    const screening = {
      listVersion: place.screening.listVersion.bind(place.screening),
      screen: (request: Parameters<Screening['screen']>[0]) => {
        if (request.subjects.length < 10) stop.abort();
        return place.screening.screen(request);
      },
    } as unknown as Screening;
    const job = { orgId, results, format: 'csv' } as const;
    const stopped = await run({ ...place, screening }, file, job, { stop: stop.signal });
    expect(stopped).toMatchObject({ finished: false, position: { counts: { block: 20 } } });
    const { position } = await run(place, file, job);
    expect(position.counts.block).toBe(25);
    expect(await readCsv(results)).toHaveLength(25);
  });

  test('works after a stop, even with a copied file, and is refused after the end', async () => {
    const { file, results, job } = await begun();
    const copy = await place.file('copy.csv', await readFile(file));
    expect(await run(place, copy, job)).toMatchObject({ continued: true, finished: true });
    expect((await readCsv(results)).map(({ line }) => Number(line))).toEqual(
      Array.from({ length: 25 }, (_, i) => i + 2),
    );
    expect(await problem(run(place, file, job))).toMatch(/^CONFLICT: .* exists/);
  });

  test('is refused with other settings, and the results stay unchanged', async () => {
    const { file, results, job } = await begun();
    const before = await readFile(results);
    const changed = await place.file('changed.csv', `${await readFile(file, 'utf8')}Ada Obi\n`);
    const cases: [string, Partial<BulkJob>, string][] = [
      [changed, {}, 'a different or changed file'],
      [file, { threshold: 84 }, 'another threshold'],
      [file, { kinds: ['pep'], limit: 3 }, 'other kinds, another limit'],
      [file, { format: 'jsonl' }, 'another format'],
      [file, { orgId: (await place.org()).id }, 'another organization'],
    ];
    for (const [path, other, message] of cases)
      expect(await problem(run(place, path, { ...job, ...other }))).toContain(
        `CONFLICT: the results were begun with ${message}`,
      );
    expect((await readFile(results)).equals(before)).toBe(true);
    expect(await run(place, file, job)).toMatchObject({ finished: true });
  });

  test('a file that changes while it is read is refused at the end', async () => {
    const { id: orgId } = await place.org();
    const { file, results } = await names(`name\n${'Ada Obi\n'.repeat(10)}`);
    const grow = () => appendFileSync(file, 'Ada Obi\n');
    const job = { orgId, results, format: 'csv' as const };
    const said = await problem(run(place, file, job, { onProgress: grow }));
    expect(said).toMatch(/^CONFLICT: .* changed while it was read/);
    expect(existsSync(`${results}.progress`)).toBe(true);
  });
});
