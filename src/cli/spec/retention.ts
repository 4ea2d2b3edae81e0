import { RETENTION_CLASSES } from '../../modules/declared.ts';
import type { CommandSpec, ValueSpec } from './types.ts';

const SCOPE = 'platform:admin';
const PATCH = [{ call: 'PATCH /admin/retention', scope: SCOPE }];
const CLASS: ValueSpec = {
  value: 'CLASS',
  text: 'Class of records.',
  choices: RETENTION_CLASSES,
};

/** Commands about how long records are kept. */
export const RETENTION_SPECS: CommandSpec[] = [
  {
    name: 'retention list',
    usage: '[--org ORG]',
    summary: 'Lists classes of records with their periods and bounds.',
    options: {
      org: { value: 'ORG', text: 'Lists the periods of this organization.' },
    },
    http: [
      { call: 'GET /admin/retention', scope: SCOPE },
      { call: 'GET /retention', scope: 'retention:manage' },
    ],
    examples: ['retention list', 'retention list --org org_…'],
  },
  {
    name: 'retention plan',
    usage: '[--org ORG] [--class CLASS]',
    summary: 'Counts records that are due and not held, also in classes that are off.',
    options: {
      org: { value: 'ORG', text: 'The one organization; default: all with due records.' },
      class: { ...CLASS, text: 'The one class; default: all.' },
    },
    http: [
      { call: 'GET /admin/organizations/{id}/retention-plan', scope: SCOPE },
      { call: 'GET /retention/plan', scope: 'retention:manage' },
    ],
    examples: ['retention plan', 'retention plan --org org_… --class screenings'],
  },
  {
    name: 'retention set',
    usage: '--class CLASS [--days N] [--min-days N] [--max-days N]',
    summary: 'Sets the period of a class in days, and the bounds of choices.',
    options: {
      class: CLASS,
      days: { value: 'N', text: 'Period of organizations that have chosen none.' },
      'min-days': { value: 'N', text: 'The shortest choice.' },
      'max-days': { value: 'N', text: 'The longest choice.' },
    },
    http: PATCH,
    examples: ['retention set --class screenings --days 1826 --min-days 365'],
  },
  {
    name: 'retention on',
    usage: '--class CLASS',
    summary: 'Removes records of a class for ever once their period has ended.',
    options: { class: CLASS },
    http: PATCH,
    examples: ['retention on --class screenings'],
  },
  {
    name: 'retention off',
    usage: '--class CLASS',
    summary: 'Stops the removal of a class.',
    options: { class: CLASS },
    http: PATCH,
    examples: ['retention off --class screenings'],
  },
];
