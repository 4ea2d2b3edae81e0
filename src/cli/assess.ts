import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command, Opened } from './commands.ts';
import { UsageError, wholeNumber, type Flags } from './flags.ts';
import { ProgressBar } from './output/progress.ts';
import { assessment } from '../modules/screening/index.ts';
import { PLATFORM } from '../platform/audit/action.ts';
import { openScreening, readEffects } from '../start/open/screening.ts';
import { StartError } from '../start/start-error.ts';

/** sysexits.h: the input cannot be read. */
const NO_INPUT = 66;
const QUESTIONS = 10_000;
const THRESHOLD = 85;

function shareOf(value: string): number {
  const share = Number(value);
  if (!/^[01](\.\d{1,6})?$/.test(value) || share > 1)
    throw new UsageError('--fail-under must be a share from 0 to 1, such as 0.98');
  return share;
}

/** One name a line; the first column of a CSV file without quotes. */
async function namesIn(path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`${path}: ${(error as Error).message}`, NO_INPUT);
  });
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * `oriki assess`: screens names of the global lists, as they stand and changed, and writes which of them were found. It
 * stores no screening.
 */
async function assess(opened: Opened, flags: Flags): Promise<object> {
  const threshold = wholeNumber('--threshold', flags.threshold, 70) ?? THRESHOLD;
  if (threshold > 100) throw new UsageError('--threshold must be a whole number from 70 to 100');
  const failUnder = flags['fail-under'] === undefined ? undefined : shareOf(flags['fail-under']);
  const out = flags.out ?? 'assessment';
  const unlisted = await namesIn(flags.unlisted);
  const effects = await readEffects(opened.config);
  const screening = openScreening({ ...opened, effects }, () => false);
  const bar = flags.json ? undefined : new ProgressBar(process.stderr);
  const found = await assessment.assess(
    { db: opened.db.read, screening, orgId: PLATFORM },
    {
      seed: wholeNumber('--seed', flags.seed, 0) ?? 1,
      names: wholeNumber('--names', flags.names, 1) ?? QUESTIONS,
      threshold,
      sources: flags.source === undefined ? undefined : flags.source.split(','),
      unlisted,
      onProgress: (done, all) => bar?.show({ rows: done, share: done / all }),
    },
  );
  bar?.end();
  if (!found)
    throw new StartError('there is no such list: oriki list list shows the sources', NO_INPUT);
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'assessment.json'), assessment.toJson(found));
  await writeFile(join(out, 'assessment.csv'), assessment.toCsv(found));
  await writeFile(join(out, 'assessment.html'), assessment.toHtml(found));
  const { lists, exact, varied, byKind, falsePositives, unsearchable, seconds, seed } =
    assessment.figuresOf(found);
  const kinds = Object.entries(byKind).map(([kind, { share }]) => [kind, share]);
  return {
    ok: failUnder === undefined || Math.min(exact.share, varied.share) >= failUnder,
    written: out,
    seed,
    threshold,
    lists: lists.map(({ source, entries }) => `${source}: ${entries}`),
    exact: exact.share,
    varied: varied.share,
    ...Object.fromEntries(kinds),
    falsePositives: falsePositives?.share ?? null,
    unsearchable,
    seconds,
  };
}

export const assessCommands: Record<string, Command> = {
  assess: { runWith: assess },
};
