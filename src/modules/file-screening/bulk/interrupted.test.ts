import { appendFile, readFile, stat, truncate } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../platform/db/database.ts';
import { screeningContents } from '../../screening/screen/content/jobs.ts';
import type { Screening } from '../../screening/screen/screening.ts';
import type { BulkJob } from './screen-file.ts';
import {
  LISTED,
  openPlace,
  readCsv,
  run,
  type Place,
} from '../../../../test/support/bulk-screening.ts';

const ROWS = 53;
const BLOCKS = 6;
/** Some rows are listed, some are unusable, and one block has only unusable rows. */
const NAMES = Array.from({ length: ROWS }, (_, i) =>
  i % 7 === 3 || (i >= 20 && i < 30) ? '' : i % 5 === 1 ? LISTED : `Ada Obi ${i}`,
);

let place: Place;
let file: string;
let files = 0;
beforeAll(async () => {
  place = await openPlace();
  file = await place.file(
    'names.csv',
    `ref,name\n${NAMES.map((name, i) => `${i},${name}\n`).join('')}`,
  );
});
afterAll(() => place.stop());

class Killed extends Error {}

/** A database whose process dies, or whose answer is lost, at the first transaction that `when` selects. */
function failing(when: number, how: 'before' | 'after' | 'answer lost'): Database {
  let transactions = 0;
  const transaction = async (work: never): Promise<unknown> => {
    const now = transactions++ === when;
    if (now && how === 'before') throw new Killed();
    const result = await place.db.transaction(work);
    if (now && how === 'after') throw new Killed();
    if (now) throw Object.assign(new Error('Connection terminated'), { code: '08006' });
    return result;
  };
  return { read: place.db.read, transaction } as unknown as Database;
}

async function freshJob(): Promise<BulkJob & { list: (name: string) => Promise<void> }> {
  const { id: orgId, list } = await place.org();
  files += 1;
  return { orgId, list, results: place.path(`results-${files}.csv`), format: 'csv' };
}

/** Expects one result per row and one screening per subject, with the same content. */
async function expectComplete({ orgId, results }: BulkJob): Promise<void> {
  const rows = await readCsv(results);
  expect(rows.map(({ line, ref }) => `${line} ${ref}`)).toEqual(
    NAMES.map((_, i) => `${i + 2} ${i}`),
  );
  const stored = await place.db.read
    .selectFrom('screenings')
    .select(['id', 'subject_id', 'outcome', 'hits'])
    .where('org_id', '=', orgId)
    .execute();
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  const written = rows
    .filter(({ outcome }) => outcome !== 'invalid')
    .map(({ screeningId, ref, outcome, hits }) => ({
      id: screeningId!,
      subject_id: ref,
      outcome,
      hits: JSON.parse(hits || '[]'),
    }))
    .toSorted(byId);
  expect(written).toHaveLength(NAMES.filter((name) => name !== '').length);
  expect(written).toEqual(stored.toSorted(byId));
}

/** Changes a file as a power failure changes data that was not flushed. */
const TAILS: Record<string, string> = {
  nothing: '',
  zeros: '\0'.repeat(2000),
  'a torn row': '37,"torn',
  'much more': 'x'.repeat(40_000),
};

type Death = typeof death extends fc.Arbitrary<infer T> ? T : never;
const death = fc.record({
  when: fc.nat({ max: BLOCKS - 1 }),
  how: fc.constantFrom('before', 'after', 'answer lost'),
  tail: fc.constantFrom(...Object.keys(TAILS)),
  lostOfJournal: fc.nat({ max: 500 }),
  // The lists change before the next process begins.
  listed: fc.option(fc.constantFrom('Ada Obi 2', 'Ada Obi 12', 'Ada Obi 50'), {
    nil: undefined,
  }),
});

test('after a crash at any point, a run ends with one result and one screening per row', async () => {
  const once = async (deaths: Death[]): Promise<void> => {
    const { list, ...job } = await freshJob();
    for (const { when, how, tail, lostOfJournal, listed } of deaths) {
      const ended = await run({ ...place, db: failing(when, how as 'before') }, file, job).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return false;
        },
      );
      if (ended) return expectComplete(job);
      await appendFile(job.results, TAILS[tail]!);
      const journal = `${job.results}.progress`;
      const begin = (await readFile(journal, 'utf8')).split('\n', 2).join('\n').length + 1;
      await truncate(journal, Math.max(begin, (await stat(journal)).size - lostOfJournal));
      if (listed !== undefined) await list(listed);
    }
    expect(await run(place, file, job)).toMatchObject({ finished: true });
    await expectComplete(job);
  };
  await fc.assert(fc.asyncProperty(fc.array(death, { minLength: 1, maxLength: 3 }), once), {
    numRuns: 4,
  });
});

test('a block stored before the crash keeps its result, even if the lists have changed since then', async () => {
  const { list, ...job } = await freshJob();
  const dying = run({ ...place, db: failing(1, 'after') }, file, job);
  await expect(dying).rejects.toThrow(Killed);
  // The edit affects one row of the block that was stored and not written, and one row of the next block.
  await list('Ada Obi 12');
  await list('Ada Obi 40');
  const { position, begun } = await run(place, file, job);
  expect([
    begun.counts.clear + begun.counts.block + begun.counts.invalid,
    position.listsChanged,
  ]).toEqual([10, true]);
  const rows = await readCsv(job.results);
  expect([rows[12]!['outcome'], rows[40]!['outcome']]).toEqual(['clear', 'block']);
  await expectComplete(job);
});

test.each(['before', 'after'])(
  'a block stored before the crash keeps its explanations if contents are sealed since %s it',
  async (when) => {
    const { list: _, ...job } = await freshJob();
    const seals = 'UPDATE organizations SET seals_content = true WHERE id = $1';
    const stored = 'SELECT query, hits FROM screenings WHERE org_id = $1';
    if (when === 'before') await place.db.query(seals, [job.orgId]);
    const dying = run({ ...place, db: failing(1, 'after') }, file, job);
    await expect(dying).rejects.toThrow(Killed);
    if (when === 'after') {
      await place.db.query(seals, [job.orgId]);
      const contents = screeningContents(await place.keys());
      await contents.seal(
        place.db,
        job.orgId,
        await contents.select(place.db.read, job.orgId, '', 99),
      );
    }
    expect(await run(place, file, job)).toMatchObject({ finished: true });
    const found = (await readCsv(job.results)).flatMap(({ hits }) => JSON.parse(hits || '[]'));
    expect(found).toHaveLength(NAMES.filter((name) => name === LISTED).length);
    for (const { explanation } of found) expect(explanation.tokens).not.toEqual([]);
    const { rows } = await place.db.query(stored, [job.orgId]);
    expect(JSON.stringify(rows)).not.toMatch(/Ada Obi|"tokens":\[\{/);
  },
);

test.each([true, false])(
  'a run reports if the lists changed after the last block (%s)',
  async (change) => {
    const { list, ...job } = await freshJob();
    const screening = {
      screen: place.screening.screen.bind(place.screening),
      listVersion: async (orgId: string, rules: object) => {
        if (change) await list('Ada Obi 12');
        return place.screening.listVersion(orgId, rules);
      },
    } as unknown as Screening;
    const { position } = await run({ ...place, screening }, file, job);
    expect(position.listsChanged).toBe(change);
  },
);

test('a run waits while its connections are cut', async () => {
  const { list: _, ...job } = await freshJob();
  let cut = 0;
  const hooks = {
    onProgress: () => {
      cut += 1;
      if (cut === 1)
        void place.db.pool
          .query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()',
          )
          .catch(() => {});
    },
  };
  expect(await run(place, file, job, hooks)).toMatchObject({ finished: true });
  await expectComplete(job);
});

test('a stop ends the wait for a missing database, and the run continues later', async () => {
  const { list: _, ...job } = await freshJob();
  const away = Object.assign(new Error('Connection terminated'), { code: '08006' });
  const db = { ...place.db, read: place.db.read, transaction: () => Promise.reject(away) };
  const stop = new AbortController();
  const hooks = { stop: stop.signal, onWaiting: async () => stop.abort() };
  const report = await run({ ...place, db: db as unknown as Database }, file, job, hooks);
  expect(report).toMatchObject({ finished: false, position: { nextLine: 0 } });
  expect(await run(place, file, job)).toMatchObject({ continued: true, finished: true });
  await expectComplete(job);
});

test('two processes with the same job write the same results', async () => {
  const { list: _, ...job } = await freshJob();
  const both = await Promise.allSettled([run(place, file, job), run(place, file, job)]);
  expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  await expectComplete(job);
});
