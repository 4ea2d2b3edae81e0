import { basename, extname } from 'node:path';
import type { Command, Opened } from './commands.ts';
import { choice, need, UsageError, wholeNumber, type Flags } from './flags.ts';
import { asOperatorError, stopOnSignal } from './interruptions.ts';
import { ProgressBar } from './output/progress.ts';
import { LIST_KINDS } from '../matching/index.ts';
import { bulk } from '../modules/file-screening/index.ts';
import { getOrganization } from '../modules/tenants/index.ts';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import { databaseOf } from '../platform/db/places.ts';
import { clock } from '../platform/clock.ts';
import { openKeys } from '../start/open.ts';
import { openScreening, readEffects } from '../start/open/screening.ts';
import { StartError } from '../start/start-error.ts';

/** The exit code if every row has a result, but some could not be screened. */
const NOT_ALL_SCREENED = 2;

function thresholdOf(value: string): number {
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(value) || Number(value) > 100)
    throw new UsageError('--threshold must be a number from 0 to 100');
  return Number(value);
}

/**
 * Reads the fields of `--column`, and the order of `--date-format`. @param fields the fields that may have a column
 */
export function readingOf(flags: Flags, fields: readonly string[]): bulk.Reading {
  const columns: Record<string, string> = {};
  for (const text of flags.column ?? []) {
    const [field = '', ...rest] = text.split('=');
    choice('column', field, fields);
    if (rest.join('=') === '') throw new UsageError('--column must be FIELD=COLUMN');
    columns[field] = rest.join('=');
  }
  const order = flags['date-format'];
  return {
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(order !== undefined && { dateFormat: choice('date-format', order, bulk.DATE_FORMATS) }),
  };
}

/** Returns the default file of results: in the working directory, named after the input file. */
function resultsOf(file: string, format: bulk.ResultFormat): string {
  if (file === '-') throw new UsageError('--out is required with --file -');
  return `${basename(file, extname(file))}.results.${format}`;
}

function jobOf(flags: Flags): bulk.BulkJob {
  const format =
    flags.format === undefined ? 'csv' : choice('format', flags.format, bulk.RESULT_FORMATS);
  const kinds = flags.kinds?.split(',').map((kind) => choice('kinds', kind.trim(), LIST_KINDS));
  const limit = wholeNumber('--limit', flags.limit, 1);
  return {
    orgId: need(flags, 'org'),
    results: flags.out ?? resultsOf(need(flags, 'file'), format),
    format,
    ...(kinds === undefined ? {} : { kinds: [...new Set(kinds)] }),
    ...(flags.threshold === undefined ? {} : { threshold: thresholdOf(flags.threshold) }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function rowsOf({ counts }: bulk.Position): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function summary(
  job: bulk.BulkJob,
  report: bulk.BulkReport,
  seconds: number,
  readAs: bulk.ReadAs,
): object {
  const { position, begun, continued, finished } = report;
  const { counts, incomplete, listVersion, listsChanged } = position;
  return {
    results: job.results,
    finished,
    continued,
    rows: rowsOf(position),
    ...counts,
    incomplete,
    listVersion,
    listsChanged,
    ...readAs,
    seconds: Math.round(seconds * 10) / 10,
    namesPerSecond: Math.round((rowsOf(position) - rowsOf(begun)) / seconds),
  };
}

/**
 * `oriki screen`: screens the names in a file against the current lists, stores the screenings and writes their
 * results. The first signal ends the run and keeps completed results; a second one ends the process.
 */
async function screen(opened: Opened, flags: Flags): Promise<object> {
  const file = need(flags, 'file');
  const job = jobOf(flags);
  const { embedded } = opened;
  await getOrganization(opened.db.read, job.orgId);
  const db = await databaseOf(opened.db, job.orgId);
  const { stop, exitCode } = stopOnSignal();
  const bar = flags.json ? undefined : new ProgressBar(process.stderr);
  const hint =
    file === '-'
      ? 'the results are not complete; a screening of standard input cannot be continued'
      : 'the results so far are stored: run the same command to continue';
  let input: bulk.Input | undefined;
  let waiting = false;
  try {
    const reading = readingOf(flags, bulk.COLUMN_FIELDS);
    input =
      file === '-'
        ? await bulk.openStream(process.stdin, stop, reading)
        : await bulk.openFile(file, reading);
    const { columns, share, readAs } = input;
    for (const warning of readAs.warnings) bar?.say(warning);
    const used = [...Object.keys(columns.at), ...columns.identifiers.map(({ name }) => name)];
    bar?.say(`screening ${used.join(', ')} of ${file}; results: ${job.results}`);
    const effects = await readEffects(opened.config);
    const screening = openScreening({ ...opened, db, effects }, () => db.server.isInUse);
    const beganMs = clock.monotonicMs();
    let keys: Promise<Envelopes> | undefined;
    const openOnce = () => (keys ??= openKeys(opened.config, opened));
    const report = await bulk.screenFile({ db, keys: openOnce, screening, input }, job, {
      stop,
      onProgress: (position) => {
        waiting = false;
        bar?.show({ rows: rowsOf(position), share: share(position.nextLine) });
      },
      onWaiting: async () => {
        if (!waiting) bar?.say('the database is unavailable; waiting for it');
        waiting = true;
        // The embedded database may fail to start for a temporary reason; the caller decides how long to wait.
        await embedded?.ensureRunning().catch(() => {});
      },
    });
    bar?.end();
    if (!report.finished) {
      process.exitCode = exitCode();
      bar?.say(`stopped after ${rowsOf(report.position)} rows; ${hint}`);
    } else if (report.position.counts.invalid > 0) {
      process.exitCode = NOT_ALL_SCREENED;
      bar?.say(`${report.position.counts.invalid} rows are invalid and were not screened`);
    }
    return summary(job, report, (clock.monotonicMs() - beganMs) / 1000, input.readAs);
  } catch (error) {
    bar?.end();
    if (stop.aborted && error === stop.reason)
      throw new StartError('stopped before the first row', 130);
    throw asOperatorError(error, hint);
  } finally {
    await input?.close();
  }
}

export const screenCommands: Record<string, Command> = {
  screen: { runWith: screen },
};
