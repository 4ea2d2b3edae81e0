import { listGlobalLists } from '../../modules/lists/index.ts';
import { clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { findings, type Finding } from './finding.ts';

const PAGE = 'operations/lists.md';

const DAY_MS = 86_400_000;
/** The same limit as in the alert OrikiListOld: sanctions lists change several times a week. */
const OLD_DAYS = 3;
/** A due refresh may wait for another one. */
const LATE_MS = 3_600_000;

type GlobalList = Awaited<ReturnType<typeof listGlobalLists>>['items'][number];

export function checkList({
  source,
  entryCount,
  importedAt,
  origin,
  openDates = 0,
}: GlobalList): Finding {
  const { ok, warn } = findings(`list ${source}`, PAGE);
  const now = clock.nowMs();
  const seen = Date.parse(origin?.checkedAt ?? importedAt);
  const days = Math.max(0, Math.floor((now - seen) / DAY_MS));
  const message = `${entryCount} entries, ${days === 0 ? 'checked today' : `checked ${days} days ago`}`;
  if (origin && origin.failures > 0)
    return warn(
      `${message}; ${origin.failures === 1 ? 'the last refresh' : `the last ${origin.failures} refreshes`} failed: ${origin.error}`,
      origin.refused
        ? `check the file: two operators can accept it ("oriki approval ask --source ${source}"), or set another origin ("oriki list origin")`
        : `correct the origin, then "oriki list refresh --source ${source}"`,
    );
  if (origin?.dueAt && now - Date.parse(origin.dueAt) > LATE_MS)
    return warn(`${message}; a refresh is overdue`, 'start a process with the worker role');
  if (days >= OLD_DAYS)
    return warn(
      message,
      'import it again ("oriki list import"), or let Oriki fetch it ("oriki list origin")',
    );
  if (openDates > 0)
    return warn(
      `${message}; ${openDates} dates of birth can be read as day or month first, and are not compared`,
      'set the order: "dateFormat" of a mapping, or --date-format of "oriki list import"',
    );
  return ok(message);
}

/** Checks the global lists and their ages. */
export async function checkLists(db: Database): Promise<Finding[]> {
  const { items, total } = await listGlobalLists(db.read, { limit: 100 });
  const { ok, warn } = findings('lists', PAGE);
  if (total === 0)
    return [
      warn(
        'no global list is loaded: screening uses only the lists of organizations',
        'import sanctions, PEP and adverse-media lists ("oriki list import", docs/lists.md)',
      ),
    ];
  const more = total > items.length ? `; the first ${items.length} follow` : '';
  return [ok(`${total} global lists are loaded${more}`), ...items.map(checkList)];
}
