import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Command, Opened } from './commands.ts';
import { UsageError, wholeNumber, type Flags } from './flags.ts';
import { assessment, type Assessment } from '../modules/screening/index.ts';

const DEFAULT_NAMES = 10_000;
const DEFAULT_SEED = 1;

function shareOf(value: string): number {
  if (!/^(?:0?\.\d{1,6}|0|1(?:\.0{1,6})?)$/.test(value))
    throw new UsageError('--fail-under must be a share from 0 to 1, such as 0.98');
  return Number(value);
}

const WRITERS: Readonly<Record<string, (found: Assessment) => string>> = {
  '.json': (found) => `${JSON.stringify(found, null, 2)}\n`,
  '.csv': assessment.toCsv,
  '.html': assessment.toHtml,
};

/** Reads names from a text file, one on each line. */
async function namesIn(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--unlisted cannot be read (${error.code ?? error.message})`);
  });
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

async function runAssess({ buckets }: Opened, flags: Flags): Promise<object> {
  const least = flags['fail-under'] === undefined ? undefined : shareOf(flags['fail-under']);
  const write = flags.out === undefined ? undefined : WRITERS[extname(flags.out).toLowerCase()];
  if (flags.out !== undefined && !write)
    throw new UsageError('--out must end with .json, .csv or .html');
  const found = await assessment.assess(buckets.shared.read, {
    sources: flags.source?.split(',').map((source) => source.trim()) ?? [],
    seed: wholeNumber('--seed', flags.seed, 0) ?? DEFAULT_SEED,
    count: wholeNumber('--count', flags.count, 1) ?? DEFAULT_NAMES,
    ...(flags.unlisted !== undefined && { unlisted: await namesIn(flags.unlisted) }),
  });
  if (found.names === 0)
    throw new UsageError('no sanctions list has a name, or --source names none');
  if (flags.out !== undefined) await writeFile(flags.out, write!(found));
  const { exact, varied, byKind, unlisted, neverFound } = found;
  const isUnder = least !== undefined && (exact.rate < least || varied.rate < least);
  return {
    ...(isUnder && { ok: false }),
    ...(flags.out !== undefined && { report: flags.out }),
    names: found.names,
    exact: exact.rate,
    varied: varied.rate,
    byKind: Object.fromEntries(byKind.map(({ of, rate }) => [of, rate])),
    neverFound: neverFound.count,
    ...(unlisted && {
      unlisted: { asked: unlisted.asked, hits: unlisted.hits, blocks: unlisted.blocks },
    }),
  };
}

/** Commands that test screening on the operator's own lists. They store nothing. */
export const assessCommands: Record<string, Command> = { assess: { runWith: runAssess } };
