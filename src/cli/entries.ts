import type { Opened } from './commands.ts';
import { need, UsageError, type Flags } from './flags.ts';
import { asOperatorError, stopOnSignal } from './interruptions.ts';
import { ProgressBar } from './output/progress.ts';
import { readingOf } from './screen.ts';
import { ENTRY_COLUMNS, importEntries } from '../modules/lists/index.ts';
import { getOrganization } from '../modules/tenants/index.ts';
import { databaseOf } from '../platform/db/places.ts';

/** The options of `list import` that apply only to global lists. */
const GLOBAL = [
  'kind',
  'source',
  'format',
  'aliases',
  'url',
  'aliases-url',
  'addresses',
  'addresses-url',
  'comments',
  'comments-url',
  'mapping',
  'every',
  'name',
] as const;

const HINT = 'the entries added so far are stored: run the same command to continue';

/** Runs `oriki list import` into a list of an organization. */
export async function importEntriesCommand(opened: Opened, flags: Flags): Promise<object> {
  const wrong = GLOBAL.find((name) => flags[name] !== undefined);
  if (wrong !== undefined) throw new UsageError(`--${wrong} is not allowed with --org and --list`);
  const [orgId, listId, file] = [need(flags, 'org'), need(flags, 'list'), need(flags, 'file')];
  await getOrganization(opened.db.read, orgId);
  const { secret } = opened;
  const db = await databaseOf(opened.db, orgId);
  const { stop, exitCode } = stopOnSignal();
  const bars = flags.json
    ? undefined
    : {
        checked: new ProgressBar(process.stderr, 'rows checked'),
        added: new ProgressBar(process.stderr, 'rows added'),
      };
  try {
    const report = await importEntries(
      { db, secret },
      {
        orgId,
        listId,
        file,
        reading: readingOf(flags, ENTRY_COLUMNS),
        skipInvalid: flags['skip-invalid'] ?? false,
        stop,
        onProgress: (phase, progress) => {
          if (phase === 'added') bars?.checked.end();
          bars?.[phase].show(progress);
        },
      },
    );
    for (const warning of report.warnings) bars?.added.say(warning);
    if (!report.finished) {
      process.exitCode = exitCode();
      bars?.added.say(`stopped; ${HINT}`);
    }
    if (report.ok) return report;
    const error = `nothing was added: ${report.invalid} of ${report.rows} rows are invalid; --skip-invalid adds the others`;
    const { ok, ...rest } = report;
    return { ok, error, ...rest };
  } catch (error) {
    throw asOperatorError(error, HINT);
  } finally {
    bars?.checked.end();
    bars?.added.end();
  }
}
