import { GLOBAL_KINDS, LIST_FORMATS } from '../../modules/declared.ts';
import {
  PAGES,
  PAGES_USAGE,
  READING_OPTIONS,
  type CommandSpec,
  type OptionSpecs,
} from './types.ts';

const SCOPE = 'platform:admin';
const SOURCE_OPTION = {
  value: 'SOURCE',
  text: 'Your id of the global list, such as ofac:sdn.',
};
const LOCATION =
  '(--file PATH [--aliases PATH] [--addresses PATH] [--comments PATH] | ' +
  '--url URL [--aliases-url URL] [--addresses-url URL] [--comments-url URL]) [--every TIME]';
const NEEDS_KEYS = 'The keys of the service, where a URL has a query.';
const REVISION = { value: 'REVISION', text: 'A revision (list versions shows them).' };

const LOCATION_OPTIONS: OptionSpecs = {
  file: { value: 'PATH', text: 'The file on this machine.', file: true },
  aliases: {
    value: 'PATH',
    text: "The file with OFAC's aliases (alt.csv, cons_alt.csv).",
    file: true,
  },
  addresses: {
    value: 'PATH',
    text: "The file with OFAC's addresses (add.csv, cons_add.csv).",
    file: true,
  },
  comments: {
    value: 'PATH',
    text: "The file with OFAC's longer remarks (sdn_comments.csv, cons_comments.csv).",
    file: true,
  },
  url: { value: 'URL', text: 'The https URL from which it is fetched.' },
  'aliases-url': { value: 'URL', text: 'The https URL of the aliases.' },
  'addresses-url': { value: 'URL', text: 'The https URL of the addresses.' },
  'comments-url': { value: 'URL', text: 'The https URL of the longer remarks.' },
  every: {
    value: 'TIME',
    text: 'How often the worker fetches it again, such as 90m, 24h or 7d, from 1h to 365d; default: never.',
  },
};
const MAPPING = {
  value: 'PATH',
  text: 'YAML or JSON file that maps the fields of a CSV, XML or JSON lines file.',
  file: true,
} as const;
const FORMAT = { value: 'FORMAT', text: 'Format of the file.', choices: LIST_FORMATS };

/** Commands about lists. */
export const LIST_SPECS: CommandSpec[] = [
  {
    name: 'list import',
    usage:
      `(--kind KIND --source SOURCE (--format FORMAT | --mapping PATH) ${LOCATION} [--name NAME] [--date-format ORDER] | ` +
      '--org ORG --list LIST --file PATH [--skip-invalid] [--date-format ORDER] [--column FIELD=COLUMN]…)',
    summary: 'Imports a file into a global list, or into a list of one organization.',
    details:
      'With --source, the file replaces the global list of that source, which every organization is screened against; ' +
      'rows with errors are reported and skipped. With --org and --list, the rows of a CSV file or a workbook (.xlsx) are added to ' +
      "the organization's blocklist or allowlist. If a row is invalid, no row is added, unless --skip-invalid " +
      'is given. After an interruption, the same command continues for 24 hours, and adds no row twice.',
    options: {
      kind: {
        value: 'KIND',
        text: 'Kind of the global list; fixed by its first import.',
        choices: GLOBAL_KINDS,
      },
      source: {
        ...SOURCE_OPTION,
        text: 'Id of the global list, of your choice, such as ofac:sdn.',
      },
      format: FORMAT,
      mapping: MAPPING,
      ...LOCATION_OPTIONS,
      name: { value: 'NAME', text: 'Display name of the global list; default: its source.' },
      org: { value: 'ORG', text: 'Id of the organization that owns the list.' },
      list: {
        value: 'LIST',
        text: "Id of the organization's list (GET /api/v1/fraud/lists shows it).",
      },
      'skip-invalid': { text: 'Adds the valid rows of a file that has invalid ones.' },
      ...READING_OPTIONS,
    },
    needs: NEEDS_KEYS,
    http: [
      { call: 'POST /admin/lists', scope: SCOPE },
      { call: 'POST /fraud/lists/{id}/entries', scope: 'fraud:manage' },
    ],
    examples: [
      'list import --kind sanctions --source ofac:sdn --format ofac-csv --file sdn.csv --aliases alt.csv --addresses add.csv --comments sdn_comments.csv',
      'list import --kind sanctions --source un:consolidated --format un-xml --every 24h --url https://lists.example.com/un.xml',
      'list import --kind pep --source internal:pep --mapping pep.yaml --file pep.xml',
      'list import --org org_… --list list_… --file blocked-customers.csv',
      'list import --org org_… --list list_… --file blocked.xlsx --column lastName=Surname --date-format DMY',
    ],
  },
  {
    name: 'list list',
    usage: PAGES_USAGE,
    summary: 'Lists the global lists with their entries and revisions.',
    options: PAGES,
    http: [{ call: 'GET /admin/lists', scope: SCOPE }],
    examples: ['list list'],
  },
  {
    name: 'list sources',
    usage: '[NAME]',
    summary: 'Lists publishers with importable files, their formats and usual URLs.',
    details:
      'Each has the source, kind, format and URLs for list import. The command fetches nothing; publishers move their files. ' +
      'NAME selects those whose source or name contains it.',
    options: {},
    argument: { option: 'name', value: 'NAME', isOptional: true },
    examples: ['list sources', 'list sources ofac'],
  },
  {
    name: 'list origin',
    usage: `--source SOURCE (${LOCATION} [--format FORMAT | --mapping PATH] | --none)`,
    summary: 'Sets the URL and the interval for fetching a global list.',
    options: {
      source: SOURCE_OPTION,
      ...LOCATION_OPTIONS,
      format: { ...FORMAT, text: 'Format of the file; default: that of the last import.' },
      mapping: MAPPING,
      none: { text: 'Stops fetching the list.' },
    },
    needs: NEEDS_KEYS,
    http: [{ call: 'PATCH /admin/lists/{id}', scope: SCOPE }],
    examples: [
      'list origin --source ofac:sdn --url https://lists.example.com/sdn.csv --every 12h',
      'list origin --source ofac:sdn --none',
    ],
  },
  {
    name: 'list refresh',
    usage: '--source SOURCE [--allow-shrink]',
    summary: 'Fetches a global list from its origin and imports it, now.',
    options: {
      source: SOURCE_OPTION,
      'allow-shrink': {
        text: 'Accepts the rejected file for which another operator has requested approval (approval ask).',
      },
    },
    needs: NEEDS_KEYS,
    http: [{ call: 'POST /admin/lists/{id}/refresh', scope: SCOPE }],
    examples: ['list refresh --source ofac:sdn'],
  },
  {
    name: 'list versions',
    usage: `--source SOURCE ${PAGES_USAGE}`,
    summary: 'Lists the changes of a global list by imports.',
    options: { source: SOURCE_OPTION, ...PAGES },
    http: [{ call: 'GET /admin/lists/{id}/versions', scope: SCOPE }],
    examples: ['list versions --source ofac:sdn'],
  },
  {
    name: 'list changes',
    usage: `--source SOURCE [--from REVISION] [--to REVISION] ${PAGES_USAGE}`,
    summary: 'Compares two revisions of a global list, entry by entry.',
    options: {
      source: SOURCE_OPTION,
      from: { ...REVISION, text: 'The earlier revision; default: the one before the later.' },
      to: { ...REVISION, text: 'The later revision; default: the latest.' },
      ...PAGES,
    },
    http: [{ call: 'GET /admin/lists/{id}/changes', scope: SCOPE }],
    examples: ['list changes --source ofac:sdn --from 3 --to 5'],
  },
];
