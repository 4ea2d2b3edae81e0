import { APPROVAL_STATUSES } from '../../modules/declared.ts';
import { PAGES, PAGES_USAGE, type CommandSpec } from './types.ts';

const SCOPE = 'platform:admin';

/** Commands about actions that need two operators. */
export const APPROVAL_SPECS: CommandSpec[] = [
  {
    name: 'approval ask',
    usage: '--source SOURCE',
    summary: 'Asks another operator to take the file of a global list that was refused.',
    details:
      'A refresh refuses a file that would remove too much. Whoever runs this asks to have that file taken, and no other; ' +
      'for 24 hours somebody else can do it, in the console or by list refresh --allow-shrink.',
    options: { source: { value: 'SOURCE', text: 'The id of the global list that you gave it.' } },
    http: [{ call: 'POST /admin/approvals', scope: SCOPE }],
    examples: ['approval ask --source ofac:sdn'],
  },
  {
    name: 'approval list',
    usage: `[--status STATUS] ${PAGES_USAGE}`,
    summary: 'Lists what operators have asked each other for, newest first.',
    options: {
      status: {
        value: 'STATUS',
        text: 'Only those in this state; default: all.',
        choices: APPROVAL_STATUSES,
      },
      ...PAGES,
    },
    http: [{ call: 'GET /admin/approvals', scope: SCOPE }],
    examples: ['approval list --status pending'],
  },
  {
    name: 'approval reject',
    usage: '--id APPROVAL',
    summary: 'Refuses what an operator has asked for, or takes it back.',
    options: { id: { value: 'APPROVAL', text: 'Id of the request (approval list shows it).' } },
    http: [{ call: 'POST /admin/approvals/{id}/reject', scope: SCOPE }],
    examples: ['approval reject --id approval_…'],
  },
];
