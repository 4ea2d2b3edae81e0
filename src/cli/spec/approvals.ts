import { APPROVAL_STATUSES } from '../../modules/declared.ts';
import { PAGES, PAGES_USAGE, type CommandSpec } from './types.ts';

const SCOPE = 'platform:admin';

/** Commands about actions that need two operators. */
export const APPROVAL_SPECS: CommandSpec[] = [
  {
    name: 'approval ask',
    usage: '--source SOURCE',
    summary: 'Asks another operator to accept the rejected file of a global list.',
    details:
      'A refresh rejects a file that would remove too much. This command requests approval for that file and no other; ' +
      'for 24 hours another operator can accept it, in the console or with list refresh --allow-shrink.',
    options: { source: { value: 'SOURCE', text: 'Your id of the global list.' } },
    http: [{ call: 'POST /admin/approvals', scope: SCOPE }],
    examples: ['approval ask --source ofac:sdn'],
  },
  {
    name: 'approval list',
    usage: `[--status STATUS] ${PAGES_USAGE}`,
    summary: 'Lists the requests of operators, newest first.',
    options: {
      status: {
        value: 'STATUS',
        text: 'Only requests with this status; default: all.',
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
    summary: "Rejects another operator's request, or cancels your own.",
    options: { id: { value: 'APPROVAL', text: 'Id of the request (approval list shows it).' } },
    http: [{ call: 'POST /admin/approvals/{id}/reject', scope: SCOPE }],
    examples: ['approval reject --id approval_…'],
  },
];
