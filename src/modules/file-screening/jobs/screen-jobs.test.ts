import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { TEST_SECRET } from '../../../../test/support/app.ts';
import { type ScreeningOrg, screeningPlace } from '../../../../test/support/screening-place.ts';
import { workbookOf } from '../../../../test/support/workbook.ts';
import { openEnvelopes } from '../../../platform/crypto/envelopes.ts';
import { newId } from '../../../platform/ids.ts';
import { jobResults, updateSettings } from '../../exports/index.ts';
import { screeningJobsExport } from '../export/store.ts';
import { Screening } from '../../screening/screen/screening.ts';
import { decided } from '../../monitoring/hits/decided.ts';
import {
  JOB_PREFIX,
  MAX_FILE_BYTES,
  MAX_FILE_LINES,
  type CreateJob,
  type JobQuery,
  type ScreeningJob,
} from './schemas.ts';
import { cancelJob, createJob, getJob, listJobs, prepareJob } from './screen-jobs.ts';
import { giveTurn } from './turn.ts';

const LISTED = 'Adaeze Okonkwo';
const NOT_FOUND = { code: 'NOT_FOUND' };
const CONFLICT = { code: 'CONFLICT' };

/** A pace without pauses, because a thread of the lowest priority waits for every other program of the machine. */
class PromptScreening extends Screening {
  override screen(request: Parameters<Screening['screen']>[0]) {
    return super.screen({ ...request, givesWay: false });
  }
}

const place = screeningPlace();
let prompt: Screening;
beforeAll(async () => {
  const { read } = place.db;
  prompt = new PromptScreening({ db: read, memoryBytes: 2 ** 28, secret: TEST_SECRET, decided });
});

function asked(file: string | Buffer, more: Partial<CreateJob> = {}): CreateJob {
  return { file: Buffer.from(file as string).toString('base64'), fileFormat: 'csv', ...more };
}

async function screener(): Promise<ScreeningOrg> {
  const org = await place.org();
  await org.add(await org.newList(), LISTED);
  return org;
}

async function create(
  org: ScreeningOrg,
  input: CreateJob,
  envelopes = place.envelopes,
): Promise<ScreeningJob> {
  const services = { envelopes, results: jobResults };
  const prepared = await prepareJob(org.db.read, services, org.id, input);
  return org.db.transaction((tx) => createJob(tx, org.id, input, prepared));
}
function list(org: ScreeningOrg, query: JobQuery = {}) {
  return listJobs(org.db.read, org.id, query);
}

type Result = {
  ref: string | null;
  line: number;
  outcome: string;
  hits: string;
  reason: string | null;
  screeningId: string;
};

/** Screens a file as the worker does, and returns the job with its results. */
async function run(
  org: ScreeningOrg,
  input: CreateJob,
  screening = prompt,
): Promise<{ job: ScreeningJob; results: Result[] }> {
  const { id } = await create(org, input);
  const { envelopes } = place;
  const log = pino({ level: 'silent' });
  const services = { db: org.db, screening, envelopes, results: jobResults, log };
  while ((await getJob(org.db.read, org.id, id)).completedAt === null)
    expect(await giveTurn(services, new AbortController().signal)).toBe(true);
  const filter = { orgId: org.id, from: undefined, to: undefined, service: id };
  const { rows } = await screeningJobsExport.query(filter).execute(org.db.read);
  const results = (rows as Result[]).toSorted((a, b) => a.line - b.line);
  return { job: await getJob(org.db.read, org.id, id), results };
}

describe('a screening job', () => {
  test('sends one event when it is completed, with the export of its results', async () => {
    const org = await screener();
    const { job } = await run(org, asked(`name\nAda Obi\n${LISTED}\n,\n`));
    expect(job).toMatchObject({ state: 'COMPLETED', exportId: expect.stringMatching(/^export_/) });
    const { rows } = await org.db.query(
      `SELECT body FROM events WHERE org_id = $1 AND type = 'screening.job.completed'`,
      [org.id],
    );
    expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([
      { jobId: job.id, exportId: job.exportId, clear: 1, review: 0, block: 1, failed: 1 },
    ]);
  });

  test('reads JSON lines with the same columns, and reports a faulty line by its number', async () => {
    const org = await screener();
    const lines = [
      { ref: 'a', name: LISTED, aliases: ['Ada O.'], other: { passed: 'over' } },
      { subject_id: 'b', name: 'Ada Obi', nationality: ['NG', 'GH'], birth_date: 1980 },
      { name: { first: 'Ada' } },
      { name: 'Ada Obi', addresses: ['1; 2'] },
      { name: 'Ada\0Obi' },
      { ref: 'c' },
      { name: 'Ada', 'Name ': 'Obi' },
    ].map((line) => JSON.stringify(line));
    const file = [...lines, '', '[1]', '{"name":'].join('\n');
    const { job, results } = await run(org, asked(file, { fileFormat: 'jsonl' }));
    expect(job.rows).toEqual({ read: 9, done: 2, failed: 7, incomplete: 0 });
    const said = results.map(({ line, ref, outcome, reason }) =>
      [line, ref, outcome, reason].join('|'),
    );
    expect(said).toEqual([
      '1|a|block|',
      '2|b|clear|',
      '3||invalid|name: must be a text, a number or an array of texts',
      '4||invalid|addresses: must have no semicolon in a text of an array',
      '5||invalid|name: must not contain NUL or lone surrogates',
      '6||invalid|the object has no column "name" or "last_name"',
      '7||invalid|the object has more than one column for "Name"',
      '9||invalid|the line is not a JSON object',
      '10||invalid|the line is not a JSON object',
    ]);
  });

  test('for a file without rows is completed without results', async () => {
    const org = await screener();
    for (const input of [
      asked('ref,name\n'),
      asked('ref,name'),
      asked('\n\n', { fileFormat: 'jsonl' }),
    ]) {
      const { job, results } = await run(org, input);
      expect([job.state, job.rows.read, results]).toEqual(['COMPLETED', 0, []]);
    }
  });

  test('with many blocks and pieces has one screening and one result per row, in order', async () => {
    const org = await screener();
    const filler = 'x'.repeat(4000);
    const names = Array.from({ length: 450 }, (_, i) => (i % 50 === 7 ? LISTED : `Ada Obi ${i}`));
    const csv = `ref,note,name\n${names.map((name, i) => `${i},${filler},${name}`).join('\n')}`;
    const { job, results } = await run(org, asked(csv));
    expect(job.outcomes).toEqual({ clear: 441, review: 0, block: 9 });
    expect(results.map(({ ref, line }) => [ref, line])).toEqual(
      names.map((_, i) => [String(i), i + 2]),
    );
    const { rows } = await org.db.query('SELECT id FROM screenings WHERE org_id = $1', [org.id]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      results.map(({ screeningId }) => screeningId).toSorted(),
    );
  });

  test('finds the same hits as a request, at every threshold', async () => {
    const org = await screener();
    for (const threshold of [60, 85]) {
      const name = 'Adaeze Okonkwu';
      const { hits } = await org.screen({ name, threshold });
      const { results } = await run(org, asked(`name\n${name}`, { threshold }), place.screening);
      expect(JSON.parse(results[0]!.hits)).toEqual(hits);
      expect(hits).toHaveLength(1);
    }
  });

  test('is accepted only in a format that the organization may export', async () => {
    const org = await screener();
    const set = (change: Parameters<typeof updateSettings>[2]) =>
      place.db.transaction((tx) => updateSettings(tx, org.id, change));
    await set({ enabled: false });
    await expect(create(org, asked('name\nAda'))).rejects.toMatchObject({
      code: 'SERVICE_DISABLED',
    });
    await set({ enabled: true, allowedFormats: ['json'] });
    await expect(create(org, asked('name\nAda'))).rejects.toMatchObject({
      details: [{ path: 'resultFormat' }],
    });
    await create(org, asked('name\nAda', { resultFormat: 'JSON' }));
  });
});

describe('a file', () => {
  test('is read by its columns and dates, and the job shows how it was read', async () => {
    const org = await place.org();
    const text = 'Kunde;Geboren\nAda Obi;13/07/1967\nEze Nnamdi;16-07-68\n';
    const columns = { name: 'Kunde', dob: 'Geboren' };
    const { job } = await run(org, asked(Buffer.from(`\ufeff${text}`, 'utf16le'), { columns }));
    expect(job).toMatchObject({
      readAs: { encoding: 'utf-16le', delimiter: 'semicolon', dateFormat: 'DMY', warnings: [] },
      rows: { done: 2, incomplete: 1 },
    });
    const open = asked('name,dob\nAda,05/07/1967\n');
    await expect(create(org, open)).rejects.toMatchObject({ details: [{ path: 'dateFormat' }] });
    await create(org, { ...open, dateFormat: 'MDY' });
  });

  test('may be a workbook', async () => {
    const org = await place.org();
    const file = workbookOf([
      ['name', 'dob'],
      ['Ada Obi', { xml: '<c s="1"><v>24485</v></c>' }],
    ]);
    const { job } = await run(org, asked(file, { fileFormat: 'xlsx' }));
    expect(job).toMatchObject({
      fileFormat: 'xlsx',
      fileSize: file.length,
      rows: { done: 1, incomplete: 0 },
    });
  });

  test('is rejected with the name of its field when it is unreadable or too long', async () => {
    const org = await place.org();
    const many = Buffer.alloc(MAX_FILE_BYTES + 1, `name\n${'Ada '.repeat(100)}\n`);
    for (const [input, message] of [
      [asked('title\nAda'), /no column "name"/],
      [asked('title\nAda', { file: 'bmFtZQ' }), /padded base64/],
      [asked(Buffer.from('\ufeff{}', 'utf16le'), { fileFormat: 'jsonl' }), /UTF-16/],
      [asked('name\nAda', { fileFormat: 'xlsx' }), /workbook is broken/],
      [asked('PK\x03\x04name\nAda'), /send it as fileFormat xlsx/],
      [asked(`name\n${'a\n'.repeat(MAX_FILE_LINES)}`), /at most 100001 lines/],
      [asked(many), /at most 10 MiB/],
    ] as const)
      await expect(create(org, input)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        details: [{ path: 'file', message: expect.stringMatching(message) }],
      });
    expect((await list(org)).items).toEqual([]);
  });

  test('is encrypted while it waits, and its names are never stored in the clear', async () => {
    const org = await place.org();
    const { id } = await create(org, asked('name\nOgunbanjo of Abeokuta'));
    for (const table of ['screening_jobs', 'screening_job_pieces']) {
      const { rows } = await org.db.query(
        `SELECT t::text AS row FROM ${table} AS t WHERE org_id = $1`,
        [org.id],
      );
      expect(rows.length, table).toBeGreaterThan(0);
      const text = rows.map(({ row }) => row).join('\n');
      for (const form of ['Ogunbanjo', Buffer.from('Ogunbanjo').toString('hex')])
        expect(text, table).not.toContain(form);
    }
    await org.db.transaction((tx) => cancelJob(tx, org.id, id));
    const { rows } = await org.db.query('SELECT 1 FROM screening_job_pieces WHERE org_id = $1', [
      org.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('is rejected where no personal data is stored', async () => {
    const none = await openEnvelopes({ kms: 'none', keyFile: '', serverSecret: TEST_SECRET });
    const org = await place.org();
    await expect(create(org, asked('name\nAda'), none)).rejects.toMatchObject({
      code: 'SERVICE_DISABLED',
    });
  });
});

test('jobs are listed, found and cancelled only in their organization, until they end', async () => {
  const [org, other] = [await place.org(), await place.org()];
  const make = async () => (await create(org, asked('name\nAda'))).id;
  const cancel = (of: ScreeningOrg, id: string) =>
    of.db.transaction((tx) => cancelJob(tx, of.id, id));
  const idsOf = async (of: ScreeningOrg, query: JobQuery = {}) =>
    (await list(of, query)).items.map(({ id }) => id);
  const [first, second] = [await make(), await make()];
  expect(await idsOf(org)).toEqual([second, first]);
  expect(await idsOf(org, { state: 'COMPLETED' })).toEqual([]);
  expect(await idsOf(other)).toEqual([]);
  for (const id of [first, newId(JOB_PREFIX)]) {
    await expect(getJob(other.db.read, other.id, id)).rejects.toMatchObject(NOT_FOUND);
    await expect(cancel(other, id)).rejects.toMatchObject(NOT_FOUND);
  }
  await cancel(org, first);
  await expect(getJob(org.db.read, org.id, first)).rejects.toMatchObject(NOT_FOUND);
  for (let i = 0; i < 9; i += 1) await make();
  await expect(make()).rejects.toMatchObject(CONFLICT);
  const done = await screener();
  const { job } = await run(done, asked('name\nAda'));
  await expect(cancel(done, job.id)).rejects.toMatchObject(CONFLICT);
});
