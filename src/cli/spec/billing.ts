import { EXPORT_FORMATS } from '../../modules/declared.ts';
import { ORG, ONLY_ORG, PAGES, PAGES_USAGE, type CommandSpec } from './types.ts';

const SCOPE = 'platform:admin';
const MONTH = { value: 'YYYY-MM', text: 'The month.' };
const NEEDS_PRICES = 'The price sheet (ORIKI_PRICE_SHEET_FILE).';

/** Commands about usage, invoices and exports. */
export const billingSpecs: CommandSpec[] = [
  {
    name: 'usage report',
    usage: `[--org ORG] [--from DAY] [--to DAY] ${PAGES_USAGE}`,
    summary: 'Adds up the usage of organizations.',
    options: {
      org: ONLY_ORG,
      from: { value: 'DAY', text: 'The first day, as YYYY-MM-DD.' },
      to: { value: 'DAY', text: 'The day after the last, as YYYY-MM-DD.' },
      ...PAGES,
    },
    examples: ['usage report --from 2026-10-01 --to 2026-11-01'],
  },
  {
    name: 'invoices run',
    usage: '--month YYYY-MM [--org ORG]',
    summary: 'Creates the missing invoices of a month.',
    options: { month: MONTH, org: ONLY_ORG },
    needs: NEEDS_PRICES,
    examples: ['invoices run --month 2026-10'],
  },
  {
    name: 'invoices correct',
    usage: '--org ORG --month YYYY-MM',
    summary: 'Calculates a month again and issues a note for the difference.',
    options: { org: ORG, month: MONTH },
    needs: NEEDS_PRICES,
    examples: ['invoices correct --org org_… --month 2026-10'],
  },
  {
    name: 'invoices verify',
    usage: '[--org ORG]',
    summary: 'Compares the invoices with usage and reports errors.',
    details: 'Exit code 1: it found errors.',
    options: { org: ONLY_ORG },
    examples: ['invoices verify'],
  },
  {
    name: 'export-settings show',
    usage: '--org ORG',
    summary: 'Shows the export settings of an organization.',
    options: { org: ORG },
    http: [{ call: 'GET /admin/organizations/{id}/export-settings', scope: SCOPE }],
    examples: ['export-settings show --org org_…'],
  },
  {
    name: 'export-settings update',
    usage:
      '--org ORG [--enabled true|false] [--formats FORMAT,…] [--max-rows N] [--retention-days N]',
    summary: 'Changes the export settings of an organization; omitted settings stay unchanged.',
    options: {
      org: ORG,
      enabled: {
        value: 'true|false',
        text: 'Allows or forbids exports.',
        choices: ['true', 'false'],
      },
      formats: {
        value: 'FORMAT,…',
        text: `Allowed formats, separated by commas: ${EXPORT_FORMATS.join(', ')}.`,
      },
      'max-rows': { value: 'N', text: 'Maximum number of rows in an export, 1 to 10,000,000.' },
      'retention-days': { value: 'N', text: 'Days until a file is deleted, 1 to 3,650.' },
    },
    http: [{ call: 'PATCH /admin/organizations/{id}/export-settings', scope: SCOPE }],
    examples: ['export-settings update --org org_… --max-rows 1000000 --retention-days 7'],
  },
];
