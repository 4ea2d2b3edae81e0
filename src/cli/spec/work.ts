import {
  DEAD_LETTER_STATUSES,
  LIST_KINDS,
  RESULT_FORMATS,
  REVEAL_REASONS,
  SESSION_STATUSES,
} from '../../modules/declared.ts';
import { ORG, ONLY_ORG, PAGES, PAGES_USAGE, READING_OPTIONS, type CommandSpec } from './types.ts';

const SCOPE = 'platform:admin';
const SUBJECT = { value: 'ID', text: 'Your own id of the subject.' };
const FORMATS = ['json', 'html'];
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
    name: 'identity reveal',
    usage: '--org ORG --id VERIFICATION --member MEMBER --reason-code CODE --reason TEXT',
    summary: 'Decrypts the stored answer of an identity provider for a member of the organization.',
    details:
      'The rules of the API apply: the member has the scope identity:reveal and signed in during the last five minutes, ' +
      'and another person asked for it where the organization requires two.',
    options: {
      org: ORG,
      id: { value: 'VERIFICATION', text: 'Id of the verification.' },
      member: {
        value: 'MEMBER',
        text: 'Id of the member who sees the answer (member list shows it).',
      },
      'reason-code': { value: 'CODE', text: 'The purpose.', choices: REVEAL_REASONS },
      reason: { value: 'TEXT', text: 'The reason, in a sentence of at least 10 characters.' },
    },
    needs: 'The keys of the service, and the file of providers.',
    http: [{ call: 'POST /identity/verifications/{id}/reveal', scope: 'identity:reveal' }],
    examples: [
      'identity reveal --org org_… --id verification_… --member usr_… --reason-code dispute --reason complaint-4711',
    ],
  },
  {
    name: 'identity settings',
    usage: '--org ORG',
    summary: 'Shows which verifications of an organization require a consent.',
    options: { org: ORG },
    http: [{ call: 'GET /identity/settings', scope: 'identity:verify' }],
    examples: ['identity settings --org org_…'],
  },
  {
    name: 'identity require-consent',
    usage: '--org ORG (--kinds KIND,… | --none)',
    summary: 'Changes which verifications of an organization require a consent.',
    options: {
      org: ORG,
      kinds: {
        value: 'KIND,…',
        text: 'Kinds, separated by commas: bvn, nin, liveness, face_match, account.',
      },
      none: { text: 'Requires a consent for no kind.' },
    },
    http: [{ call: 'PATCH /identity/settings', scope: 'identity:manage' }],
    examples: [
      'identity require-consent --org org_… --kinds bvn,nin',
      'identity require-consent --org org_… --none',
    ],
  },
  {
    name: 'identity consents',
    usage: `--org ORG [--subject ID] ${PAGES_USAGE}`,
    summary: 'Lists the consents that an organization has recorded.',
    options: {
      org: ORG,
      subject: { value: 'ID', text: "Only those of this subject, by the organization's id." },
      ...PAGES,
    },
    http: [{ call: 'GET /identity/consents', scope: 'identity:verify' }],
    examples: ['identity consents --org org_… --subject customer-17'],
  },
  {
    name: 'identity withdraw',
    usage: '--org ORG --id CONSENT',
    summary: 'Withdraws a consent, so that no verification uses it again.',
    options: {
      org: ORG,
      id: { value: 'CONSENT', text: 'Id of the consent (identity consents shows it).' },
    },
    http: [{ call: 'POST /identity/consents/{id}/withdraw', scope: 'identity:verify' }],
    examples: ['identity withdraw --org org_… --id consent_…'],
  },
  {
    name: 'subject show',
    usage: '--org ORG --subject ID [--limit N]',
    summary: 'Shows what is stored about a subject of an organization, by area.',
    details: 'Answers of identity providers stay sealed.',
    options: {
      org: ORG,
      subject: SUBJECT,
      limit: { value: 'N', text: 'Items of each area; default 20, at most 100.' },
    },
    needs: 'The keys of the service.',
    examples: ['subject show --org org_… --subject customer-17'],
  },
  {
    name: 'subject export',
    usage:
      '--org ORG --subject ID --member MEMBER --reason-code CODE --out PATH [--format json|html]',
    summary: 'Writes everything that is stored about a subject into a file, for a member.',
    details:
      'The same rules as for identity reveal apply. Areas that the member may not read are omitted.',
    options: {
      org: ORG,
      subject: SUBJECT,
      member: { value: 'MEMBER', text: 'Id of the member (member list shows it).' },
      'reason-code': { value: 'CODE', text: 'The purpose.', choices: REVEAL_REASONS },
      out: { value: 'PATH', text: 'The new file, which only its owner can read.', file: true },
      format: { value: 'FORMAT', text: 'Format of the file; default json.', choices: FORMATS },
    },
    needs: 'The keys of the service.',
    http: [{ call: 'GET /subjects/{subjectId}/export', scope: 'identity:reveal' }],
    examples: [
      'subject export --org org_… --subject customer-17 --member usr_… --reason-code customer_request --out customer-17.html --format html',
    ],
  },
  {
    name: 'subject erase',
    usage: '--org ORG --subject ID --member MEMBER --reason-code CODE --reason TEXT',
    summary: 'Erases what is stored about a subject, for a member, and prints the signed receipt.',
    details: 'The same rules as for identity reveal apply. It cannot be undone.',
    options: {
      org: ORG,
      subject: SUBJECT,
      member: { value: 'MEMBER', text: 'Id of the member (member list shows it).' },
      'reason-code': { value: 'CODE', text: 'The purpose.', choices: REVEAL_REASONS },
      reason: { value: 'TEXT', text: 'The reason in a sentence, stored encrypted.' },
    },
    needs: 'The keys of the service.',
    http: [{ call: 'POST /subjects/{subjectId}/erase', scope: 'identity:reveal' }],
    examples: [
      'subject erase --org org_… --subject customer-17 --member usr_… --reason-code customer_request --reason "Letter of 20 November."',
    ],
  },
  {
    name: 'privacy restore-list',
    usage: '',
    summary: 'Writes the erasures that the database has done to a lost list of erasures.',
    details:
      'Only for a list of which no copy is left: erasures of before the last restored backup are lost with it.',
    options: {},
    examples: ['privacy restore-list'],
  },
  {
    name: 'privacy register',
    usage: '',
    summary:
      'Lists the personal data that is stored: where, how protected, for how long, and who gets it.',
    options: {},
    needs: 'The file of providers.',
    http: [{ call: 'GET /admin/privacy/register', scope: SCOPE }],
    examples: ['privacy register', 'privacy register --json'],
  },
  {
    name: 'identity sessions',
    usage: `--org ORG [--subject ID] [--status STATUS] ${PAGES_USAGE}`,
    summary: 'Lists the verification sessions of an organization.',
    options: {
      org: ORG,
      subject: { value: 'ID', text: "Only those of this subject, by the organization's id." },
      status: { value: 'STATUS', text: 'Only those with this status.', choices: SESSION_STATUSES },
      ...PAGES,
    },
    http: [{ call: 'GET /identity/sessions', scope: 'identity:verify' }],
    examples: ['identity sessions --org org_… --status open'],
  },
  {
    name: 'identity cancel-session',
    usage: '--org ORG --id SESSION',
    summary: 'Cancels a verification session.',
    options: {
      org: ORG,
      id: { value: 'SESSION', text: 'Id of the session (identity sessions shows it).' },
    },
    http: [{ call: 'POST /identity/sessions/{id}/cancel', scope: 'identity:verify' }],
    examples: ['identity cancel-session --org org_… --id idsession_…'],
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
