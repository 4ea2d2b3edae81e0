import { DEAD_LETTER_STATUSES, LIST_KINDS, RESULT_FORMATS } from '../../modules/declared.ts';
import { ORG, ONLY_ORG, PAGES, PAGES_USAGE, READING_OPTIONS, type CommandSpec } from './types.ts';

const SCOPE = 'platform:admin';
const DEAD_LETTER = { value: 'ID', text: 'Id of the dead letter (dead-letters list shows it).' };

/** Commands that screen, verify, replay and compare. */
export const workSpecs: CommandSpec[] = [
  {
    name: 'screen',
    usage:
      '--file PATH|- --org ORG [--out PATH] [--format FORMAT] [--kinds KIND,…] [--threshold N] [--limit N] [--date-format ORDER] [--column FIELD=COLUMN]…',
    summary: 'Screens the names of a CSV file, or of a workbook, for one organization.',
    details:
      'Stores the screenings and writes a result for each row. After an interruption, the same command continues from there. ' +
      'Exit code 2: all rows are done, but some could not be screened.',
    options: {
      file: { value: 'PATH', text: 'The names; - is standard input.', file: true },
      org: { ...ORG, text: 'Id of the organization for which to screen.' },
      out: {
        value: 'PATH',
        text: 'The results; default: the name of the file with .results.csv or .results.jsonl, in the working directory.',
        file: true,
      },
      format: {
        value: 'FORMAT',
        text: 'Format of the results; default csv.',
        choices: RESULT_FORMATS,
      },
      kinds: {
        value: 'KIND,…',
        text: `Kinds of lists, separated by commas: ${LIST_KINDS.join(', ')}; default: all but tenant_allowlist.`,
      },
      threshold: { value: 'N', text: 'Lowest score of a hit, 0 to 100; default 85.' },
      limit: { value: 'N', text: 'Maximum number of hits per name; default 20, at most 100.' },
      ...READING_OPTIONS,
    },
    http: [{ call: 'POST /fraud/screen/batch', scope: 'fraud:screen' }],
    examples: [
      'screen --file customers.csv --org org_…',
      'screen --file customers.csv --org org_… --kinds sanctions,pep --threshold 90 --format jsonl',
    ],
  },
  {
    name: 'assess',
    usage:
      '[--source SOURCE,…] [--count N] [--seed N] [--unlisted PATH] [--fail-under SHARE] [--out PATH]',
    summary:
      'Searches for names from the lists, unchanged and in twelve variants, and counts the found ones.',
    details: 'Stores nothing. Exit code 1: the share of found names is below --fail-under.',
    options: {
      source: {
        value: 'SOURCE,…',
        text: 'Sources of global lists, separated by commas; default: all of sanctions.',
      },
      count: { value: 'N', text: 'Number of names to search for; default 10000.' },
      seed: { value: 'N', text: 'The same seed selects the same names; default 1.' },
      unlisted: { value: 'PATH', text: 'Names that are on no list, one per line.', file: true },
      'fail-under': { value: 'SHARE', text: 'Lowest share that must be found, such as 0.98.' },
      out: { value: 'PATH', text: 'The whole report, as .json, .csv or .html.', file: true },
    },
    examples: ['assess', 'assess --source ofac:sdn --fail-under 0.98 --out assessment.html'],
  },
  {
    name: 'threads recount',
    usage: '--org ORG [--repair]',
    summary: 'Compares the counts of threads and inboxes with messages and marks.',
    details: 'Exit code 1: it found differences and has not repaired them.',
    options: { org: ORG, repair: { text: 'Writes the correct counts.' } },
    examples: ['threads recount --org org_…', 'threads recount --org org_… --repair'],
  },
  {
    name: 'dead-letters list',
    usage: `[--org ORG] [--status STATUS] ${PAGES_USAGE}`,
    summary: 'Lists the verifications that no provider could answer.',
    options: {
      org: ONLY_ORG,
      status: {
        value: 'STATUS',
        text: 'Only those with this status.',
        choices: DEAD_LETTER_STATUSES,
      },
      ...PAGES,
    },
    http: [{ call: 'GET /admin/dead-letters', scope: SCOPE }],
    examples: ['dead-letters list --status waiting'],
  },
  {
    name: 'dead-letters replay',
    usage: '(--id ID | --all)',
    summary: 'Repeats verifications that no provider could answer.',
    options: { id: DEAD_LETTER, all: { text: 'Replays all waiting dead letters.' } },
    needs: 'The keys of the service, and the file of providers.',
    http: [{ call: 'POST /admin/dead-letters/{id}/replay', scope: SCOPE }],
    examples: ['dead-letters replay --id deadletter_…', 'dead-letters replay --all'],
  },
  {
    name: 'dead-letters discard',
    usage: '--id ID',
    summary: 'Gives a dead letter up and deletes its request.',
    options: { id: DEAD_LETTER },
    http: [{ call: 'POST /admin/dead-letters/{id}/discard', scope: SCOPE }],
    examples: ['dead-letters discard --id deadletter_…'],
  },
  {
    name: 'audit verify',
    usage: '[--org ORG] [--heads FILE]',
    summary: 'Checks the hash chain over the audit log.',
    details: 'Exit code 1: rows were changed or are missing.',
    options: {
      org: ONLY_ORG,
      heads: {
        value: 'FILE',
        text: 'The output of an earlier audit verify --json. The log must still contain its heads.',
        file: true,
      },
    },
    examples: [
      'audit verify --json > heads-today.json',
      'audit verify --heads heads-yesterday.json',
    ],
  },
];
